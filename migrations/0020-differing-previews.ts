import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0020 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0020-differing-previews.sql', import.meta.url), 'utf8'))
  }
}
