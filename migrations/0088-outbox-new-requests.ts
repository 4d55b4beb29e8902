import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0088 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0088-outbox-new-requests.sql', import.meta.url), 'utf8'))
  }
}
