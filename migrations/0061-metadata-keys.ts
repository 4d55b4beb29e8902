import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0061 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0061-metadata-keys.sql', import.meta.url), 'utf8'))
  }
}
