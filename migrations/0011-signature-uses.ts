import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0011 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0011-signature-uses.sql', import.meta.url), 'utf8'))
  }
}
