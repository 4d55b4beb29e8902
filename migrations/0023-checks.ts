import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0023 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0023-checks.sql', import.meta.url), 'utf8'))
  }
}
