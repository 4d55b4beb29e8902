/**
 * The migrations in their order: one for each file of SQL in `migrations/`. Each goes to the database by single statements,
 * because a node of Citus takes one at a time.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { Migration } from '@mikro-orm/migrations'

/** One that is not abstract. */
type MigrationClass = new (
  ...of: ConstructorParameters<typeof Migration>
) => Migration & { up(): void | Promise<void> }
export type ListedMigration = { name: string; class: MigrationClass }

/** Comments, texts, quoted names, bodies of functions, and the ends of statements. */
const pieces = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|;|[^]/g

/** Splits a text of SQL into its statements; comments are left out. */
export function splitStatements(sql: string): string[] {
  const statements = ['']
  for (const [piece] of sql.matchAll(pieces))
    if (piece === ';') statements.push('')
    else if (!/^(--|\/\*)/.test(piece)) statements[statements.length - 1] += piece
  return statements.map((statement) => statement.trim()).filter(Boolean)
}

/** Lists the migrations of a folder by the names of their files, which begin with their number. */
export const listMigrations = (folder: string): ListedMigration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ name: parse(file).name, class: migrationOf(join(folder, file)) }))

const migrationOf = (path: string): MigrationClass =>
  class extends Migration {
    override up(): void {
      for (const statement of splitStatements(readFileSync(path, 'utf8'))) this.addSql(statement)
    }
  }

export const migrationsList = listMigrations(resolve(import.meta.dirname, '../../../migrations'))
