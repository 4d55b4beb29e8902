import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0042 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0042-roles.sql', import.meta.url), 'utf8'))
  }
}
