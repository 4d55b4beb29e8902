import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0104 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0104-early-attempts.sql', import.meta.url), 'utf8'))
  }
}
