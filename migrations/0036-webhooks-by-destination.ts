import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0036 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0036-webhooks-by-destination.sql', import.meta.url), 'utf8'))
  }
}
