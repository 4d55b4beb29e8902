import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0039 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0039-planned-ends.sql', import.meta.url), 'utf8'))
  }
}
