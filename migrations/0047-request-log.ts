import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0047 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0047-request-log.sql', import.meta.url), 'utf8'))
  }
}
