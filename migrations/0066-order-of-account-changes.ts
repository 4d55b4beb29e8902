import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0066 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0066-order-of-account-changes.sql', import.meta.url), 'utf8'))
  }
}
