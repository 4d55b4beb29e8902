import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0003 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0003-agreement.sql', import.meta.url), 'utf8'))
  }
}
