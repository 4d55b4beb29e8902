import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0070 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0070-mails-in-order.sql', import.meta.url), 'utf8'))
  }
}
