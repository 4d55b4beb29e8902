import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0060 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0060-event-list.sql', import.meta.url), 'utf8'))
  }
}
