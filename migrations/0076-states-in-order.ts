import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0076 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0076-states-in-order.sql', import.meta.url), 'utf8'))
  }
}
