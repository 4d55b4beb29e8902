/** Finds in the text of a migration what a process of the release before could no longer live with. */

/** These take something away from tables that are there, or ask more of them. */
const contracting = [
  /\bdrop\s+(table|column|view|function)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
]
const addedColumn = /\badd\s+column\s[^,;]*/gi

/** `-- contracts: outbox.lane, unused since 0.2.0`: what goes, and the first release that did without it. */
const marker = /^-- contracts: .+, unused since (\d+\.\d+\.\d+)$/gm

export type Contractions = {
  /** The statements that contract. */
  statements: string[]
  /** The releases that the markers name. */
  unusedSince: string[]
}

export function findContractions(text: string): Contractions {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter(isContracting)
  return { statements, unusedSince: [...text.matchAll(marker)].map(([, release]) => release!) }
}

const isContracting = (statement: string): boolean =>
  contracting.some((pattern) => pattern.test(statement)) || needsValues(statement)

/** A new column that older processes would have to fill, and do not know. */
const needsValues = (statement: string): boolean =>
  [...statement.matchAll(addedColumn)].some(
    ([column]) => /\bnot null\b/i.test(column) && !/\b(default|generated)\b/i.test(column),
  )
