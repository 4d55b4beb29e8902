import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0034 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0034-gas-wallet-levels.sql', import.meta.url), 'utf8'))
  }
}
