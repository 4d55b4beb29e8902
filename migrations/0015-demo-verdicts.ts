import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0015 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0015-demo-verdicts.sql', import.meta.url), 'utf8'))
  }
}
