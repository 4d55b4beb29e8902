import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0040 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0040-frame-origins.sql', import.meta.url), 'utf8'))
  }
}
