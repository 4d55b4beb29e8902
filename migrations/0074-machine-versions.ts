import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0074 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0074-machine-versions.sql', import.meta.url), 'utf8'))
  }
}
