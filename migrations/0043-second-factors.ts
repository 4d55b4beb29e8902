import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0043 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0043-second-factors.sql', import.meta.url), 'utf8'))
  }
}
