import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0016 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0016-node-differences.sql', import.meta.url), 'utf8'))
  }
}
