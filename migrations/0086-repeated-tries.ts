import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0086 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0086-repeated-tries.sql', import.meta.url), 'utf8'))
  }
}
