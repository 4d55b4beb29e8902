import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0019 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0019-known-deposits.sql', import.meta.url), 'utf8'))
  }
}
