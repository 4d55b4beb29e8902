import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0050 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0050-metrics.sql', import.meta.url), 'utf8'))
  }
}
