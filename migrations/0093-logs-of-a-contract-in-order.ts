import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0093 extends Migration {
  override up(): void {
    this.addSql(
      readFileSync(new URL('0093-logs-of-a-contract-in-order.sql', import.meta.url), 'utf8'),
    )
  }
}
