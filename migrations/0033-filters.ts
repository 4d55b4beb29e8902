import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0033 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0033-filters.sql', import.meta.url), 'utf8'))
  }
}
