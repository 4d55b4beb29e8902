import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0007 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0007-strays.sql', import.meta.url), 'utf8'))
  }
}
