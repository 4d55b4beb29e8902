import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0028 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0028-customers.sql', import.meta.url), 'utf8'))
  }
}
