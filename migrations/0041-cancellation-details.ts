import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0041 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('0041-cancellation-details.sql', import.meta.url), 'utf8'))
  }
}
