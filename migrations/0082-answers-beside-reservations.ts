import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0082 extends Migration {
  override up(): void {
    this.addSql(
      readFileSync(new URL('0082-answers-beside-reservations.sql', import.meta.url), 'utf8'),
    )
  }
}
