import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0080 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0080-watching-by-lookup.sql', import.meta.url), 'utf8'))
  }
}
