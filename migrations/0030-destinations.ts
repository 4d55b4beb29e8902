import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0030 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0030-destinations.sql', import.meta.url), 'utf8'))
  }
}
