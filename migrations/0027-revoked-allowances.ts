import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0027 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0027-revoked-allowances.sql', import.meta.url), 'utf8'))
  }
}
