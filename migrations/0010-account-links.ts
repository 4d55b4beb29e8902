import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0010 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0010-account-links.sql', import.meta.url), 'utf8'))
  }
}
