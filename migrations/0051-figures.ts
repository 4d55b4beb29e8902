import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0051 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0051-figures.sql', import.meta.url), 'utf8'))
  }
}
