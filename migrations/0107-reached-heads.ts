import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0107 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0107-reached-heads.sql', import.meta.url), 'utf8'))
  }
}
