import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0013 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0013-contract-round.sql', import.meta.url), 'utf8'))
  }
}
