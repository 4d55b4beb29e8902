import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0064 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0064-figures-by-wallet.sql', import.meta.url), 'utf8'))
  }
}
