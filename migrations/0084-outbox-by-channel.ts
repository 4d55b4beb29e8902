import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0084 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0084-outbox-by-channel.sql', import.meta.url), 'utf8'))
  }
}
