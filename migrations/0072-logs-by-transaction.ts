import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0072 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0072-logs-by-transaction.sql', import.meta.url), 'utf8'))
  }
}
