import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0035 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0035-tries-under-way.sql', import.meta.url), 'utf8'))
  }
}
