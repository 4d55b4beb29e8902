import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0025 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0025-lapsing.sql', import.meta.url), 'utf8'))
  }
}
