import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0044 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0044-audit.sql', import.meta.url), 'utf8'))
  }
}
