/**
 * Finds statements that Citus does not take for a schema that is on one of its nodes (docs/operations/citus.md). It plans
 * each INSERT and each common table expression for itself, and lets no node ask for the time, or reckon with it, beside a row.
 */

/** Leaves out what stands in parentheses, but not the parentheses. */
const outside = (sql: string): string => {
  let depth = 0
  let text = ''
  for (const one of sql) {
    if (one === ')') depth--
    if (depth === 0) text += one
    if (one === '(') depth++
  }
  return text
}

/** From the parenthesis at a place to its end, without both. */
function insideOf(sql: string, start: number): string {
  let depth = 0
  for (let end = start; end < sql.length; end++) {
    if (sql[end] === '(') depth++
    if (sql[end] === ')' && --depth === 0) return sql.slice(start + 1, end)
  }
  return sql.slice(start + 1)
}

/** Returns what a statement does itself, without the expressions before it. */
function mainOf(sql: string): string {
  const last = [...sql.matchAll(/\w+ as (?:materialized )?\(/g)]
    .filter(({ index }) => outside(sql.slice(0, index)).startsWith('with'))
    .filter(({ index }) => !/\b(insert|update|delete|select)\b/.test(outside(sql.slice(0, index))))
    .at(-1)
  if (!last) return sql.trim()
  const start = last.index + last[0].length - 1
  return sql.slice(start + insideOf(sql, start).length + 2).trim()
}

type Part = { name: string | null; sql: string; isMaterialized: boolean }

/** The common table expressions of a statement, and what it does itself, which has no name. */
function partsOf(sql: string): Part[] {
  const parts = [...sql.matchAll(/(\w+) as (materialized )?\(/g)].map(
    ({ 0: head, 1: name, 2: how, index }) => ({
      name: name!,
      sql: insideOf(sql, index + head.length - 1).trim(),
      isMaterialized: how !== undefined || /for (update|share)/.test(sql),
    }),
  )
  return [...parts, { name: null, sql: mainOf(sql), isMaterialized: false }]
}

const readBy = (sql: string): string[] =>
  [...sql.matchAll(/\b(?:from|join) (\w+)\b(?!\()/g)].map(([, name]) => name!)

const isInsertSelect = (sql: string): boolean => /\binsert into .*\bselect\b/s.test(outside(sql))

function faultOfInsert(part: Part, parts: Part[], tables: ReadonlySet<string>): string | null {
  if (!isInsertSelect(part.sql)) return null
  const select = part.sql.slice(part.sql.search(/\binsert into\b/))
  for (const read of readBy(select)) {
    if (tables.has(read))
      return `an INSERT reads the table ${read}: by a materialized expression before it`
    const source = parts.find(({ name }) => name === read)
    if (!source?.sql.startsWith('select') || !readBy(source.sql).some((name) => tables.has(name)))
      continue
    if (!source.isMaterialized) return `an INSERT reads ${read}, which is not materialized`
  }
  return null
}

/** Says what of a statement Citus does not take; null where nothing was found. */
export function findFault(sql: string, tables: ReadonlySet<string>): string | null {
  const parts = partsOf(sql)
  for (const part of parts) {
    const fault = faultOfInsert(part, parts, tables)
    if (fault) return fault
  }
  if (parts.some(({ sql: one }) => /\bvalues \([^)]*\(select\b/.test(one)))
    return 'a query among the values of an INSERT'
  if (
    /\bdo update\b.*(\bnow\(\)|clock_timestamp|\binterval\b(?! '1 hour'$))/s.test(conflictOf(sql))
  )
    return 'the time in what an INSERT does where a row is there: take it from excluded'
  const sets = sql.matchAll(/\bupdate [\w$ ]+ set (.*?)(?=\bfrom\b|\bwhere\b|$)/gs)
  return [...sets].map(([, set]) => faultOfSet(set!)).find((fault) => fault !== null) ?? null
}

function faultOfSet(set: string): string | null {
  if (/clock_timestamp|\bcase\b.*\bnow\(\)/s.test(set))
    return 'the time in a condition of an UPDATE: take it from a query beside it'
  if (/jsonb?_build_|to_jsonb?\b/.test(set))
    return 'JSON that an UPDATE builds: PostgreSQL does not call that immutable, and jsonb_set it does'
  return null
}

/** Returns what is done where a row is there, up to what is returned. */
const conflictOf = (sql: string): string =>
  /\bdo update set.*?(?=\breturning\b|$)/s.exec(sql)?.[0] ?? ''
