import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0012 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0012-login-counts.sql', import.meta.url), 'utf8'))
  }
}
