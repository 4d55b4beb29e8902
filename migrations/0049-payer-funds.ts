import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0049 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0049-payer-funds.sql', import.meta.url), 'utf8'))
  }
}
