/**
 * Migrations by single statements. Citus sends the whole text to a node where one of its statements changes a table, and
 * a node takes one statement at a time.
 */
import type { Migration } from '@mikro-orm/migrations'

type Query = ReturnType<Migration['getQueries']>[number]
/** One that is not abstract. */
type MigrationClass = new (
  ...of: ConstructorParameters<typeof Migration>
) => Migration & { up(): Promise<void> | void }
type Listed = { name: string; class: MigrationClass }

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

/** The same migrations, each with one query for each of its statements. */
export const inStatements = (list: readonly Listed[]): Listed[] =>
  list.map(({ name, class: Given }) => ({ name, class: splitting(Given) }))

function splitting(Given: MigrationClass): MigrationClass {
  return class extends Given {
    override getQueries(): Query[] {
      const split = (query: Query) => (typeof query === 'string' ? splitStatements(query) : [query])
      return super.getQueries().flatMap<Query>(split)
    }
  }
}
