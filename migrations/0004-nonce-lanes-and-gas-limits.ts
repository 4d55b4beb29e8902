import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

export class Migration0004 extends Migration {
  override up(): void {
    const path = '0004-nonce-lanes-and-gas-limits.sql'
    this.addSql(readFileSync(new URL(path, import.meta.url), 'utf8'))
  }
}
