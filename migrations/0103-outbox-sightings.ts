import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0103 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0103-outbox-sightings.sql', import.meta.url), 'utf8'))
  }
}
