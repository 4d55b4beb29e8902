import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0005 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0005-nodes.sql', import.meta.url), 'utf8'))
  }
}
