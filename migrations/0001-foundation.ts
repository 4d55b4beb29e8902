import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0001 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0001-foundation.sql', import.meta.url), 'utf8'))
  }
}
