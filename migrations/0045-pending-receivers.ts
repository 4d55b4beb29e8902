import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0045 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0045-pending-receivers.sql', import.meta.url), 'utf8'))
  }
}
