import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0054 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0054-torture-runs.sql', import.meta.url), 'utf8'))
  }
}
