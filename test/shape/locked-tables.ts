/** Finds in the text of a migration which tables that are there it locks against those who write. */

const name = String.raw`(?:if\s+exists\s+|only\s+)*([a-z_]+)`
const locking = [
  String.raw`\balter\s+table\s+${name}`,
  String.raw`\bcreate\s+(?:unique\s+)?index\s[^;]*?\bon\s+${name}`,
  String.raw`\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s[^;]*?\bon\s+${name}`,
  String.raw`\breferences\s+${name}`,
  String.raw`\bdrop\s+table\s+${name}`,
  String.raw`\block\s+table\s+${name}`,
].map((pattern) => new RegExp(pattern, 'gi'))
/** The text does not name the table; with another statement about the same table it is one lock. */
const droppedIndex = /\bdrop\s+index\b/i
const made = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi

export function findLockedTables(text: string): string[] {
  const sql = text.replaceAll(/--.*$/gm, '')
  const found = (pattern: RegExp) => [...sql.matchAll(pattern)].map(([, table]) => table!)
  const isNew = new Set(found(made))
  const locked = new Set(locking.flatMap(found).filter((table) => !isNew.has(table)))
  if (locked.size === 0 && droppedIndex.test(sql)) return ['that of the index']
  return [...locked]
}
