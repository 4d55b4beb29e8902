import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0092 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0092-charges-by-asset.sql', import.meta.url), 'utf8'))
  }
}
