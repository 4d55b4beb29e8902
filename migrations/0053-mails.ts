import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0053 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0053-mails.sql', import.meta.url), 'utf8'))
  }
}
