import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0094 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0094-indexes-of-what-is-there.sql', import.meta.url), 'utf8'))
  }
}
