import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0017 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0017-credited-deposits.sql', import.meta.url), 'utf8'))
  }
}
