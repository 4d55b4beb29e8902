import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0038 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0038-permits.sql', import.meta.url), 'utf8'))
  }
}
