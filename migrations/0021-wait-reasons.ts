import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0021 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0021-wait-reasons.sql', import.meta.url), 'utf8'))
  }
}
