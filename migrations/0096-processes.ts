import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0096 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0096-processes.sql', import.meta.url), 'utf8'))
  }
}
