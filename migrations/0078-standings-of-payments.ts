import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0078 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0078-standings-of-payments.sql', import.meta.url), 'utf8'))
  }
}
