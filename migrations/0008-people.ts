import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0008 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0008-people.sql', import.meta.url), 'utf8'))
  }
}
