import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0029 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0029-moments-of-events.sql', import.meta.url), 'utf8'))
  }
}
