import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0037 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0037-customer-tokens.sql', import.meta.url), 'utf8'))
  }
}
