import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0024 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0024-checking-funds.sql', import.meta.url), 'utf8'))
  }
}
