import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0002 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0002-forged-messages.sql', import.meta.url), 'utf8'))
  }
}
