import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0022 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0022-one-word-each.sql', import.meta.url), 'utf8'))
  }
}
