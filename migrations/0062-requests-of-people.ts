import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0062 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0062-requests-of-people.sql', import.meta.url), 'utf8'))
  }
}
