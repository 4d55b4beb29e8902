import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0048 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0048-act-on-many.sql', import.meta.url), 'utf8'))
  }
}
