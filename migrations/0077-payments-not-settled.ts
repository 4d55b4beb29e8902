import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0077 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0077-payments-not-settled.sql', import.meta.url), 'utf8'))
  }
}
