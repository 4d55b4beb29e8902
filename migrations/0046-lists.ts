import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0046 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0046-lists.sql', import.meta.url), 'utf8'))
  }
}
