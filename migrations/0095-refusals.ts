import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0095 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0095-refusals.sql', import.meta.url), 'utf8'))
  }
}
