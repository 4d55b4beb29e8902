import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0102 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0102-outbox-tried.sql', import.meta.url), 'utf8'))
  }
}
