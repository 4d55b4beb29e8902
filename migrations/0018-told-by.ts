import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0018 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0018-told-by.sql', import.meta.url), 'utf8'))
  }
}
