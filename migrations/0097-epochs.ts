import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0097 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0097-epochs.sql', import.meta.url), 'utf8'))
  }
}
