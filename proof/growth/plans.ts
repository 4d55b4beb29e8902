/**
 * Reads what PostgreSQL wrote down of the statements that it ran: how each was planned, and what of it does not hold at
 * size.
 */
import { readFileSync } from 'node:fs'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops'?: number
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Sort Space Type'?: string
  Plans?: Node[]
}
type Logged = { 'Query Text': string; Plan: Node }

/** A statement that reads a whole table, or sorts on disk; `fault` says which. */
export type Fault = { statement: string; fault: string }

/** An entry of the log begins like this; the further lines of one that has several begin with a tab. */
const entry = /^\S.* LOG: {2}duration: [\d.]+ ms {2}plan:$/
/** Never run: the planner has kept it as another way. */
const isRun = (node: Node) => node['Actual Loops'] !== 0

/** Reads all statements of a log with their plans. */
export function readStatements(log: string): Logged[] {
  const lines = readFileSync(log, 'utf8').split('\n')
  const found: Logged[] = []
  for (let at = 0; at < lines.length; at++) {
    if (!entry.test(lines[at]!)) continue
    let end = at + 1
    while (lines[end]?.startsWith('\t')) end++
    // The last one may be half written.
    if (end >= lines.length - 1) break
    found.push(JSON.parse(lines.slice(at + 1, end).join('\n')) as Logged)
    at = end - 1
  }
  return found
}

/** Finds what reads all of a table that grows, or sorts on disk; each statement once. */
export function findFaults(statements: Logged[], growing: ReadonlySet<string>): Fault[] {
  const found = new Map<string, Fault>()
  for (const { 'Query Text': text, Plan: plan } of statements)
    for (const fault of faultsOf(plan, growing)) {
      const statement = text.replaceAll(/\s+/g, ' ').trim()
      found.set(`${fault} ${statement}`, { statement, fault })
    }
  return [...found.values()]
}

/** Partitions are judged as their table is. */
const monthOfPartition = /_\d{4}_\d{2}$/

/** The partition of a month to come holds nothing. */
const isScan = (node: Node): boolean =>
  node['Node Type'] === 'Seq Scan' &&
  (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) > 0

function faultsOf(node: Node, growing: ReadonlySet<string>): string[] {
  if (!isRun(node)) return []
  const table = node['Relation Name']?.replace(monthOfPartition, '')
  const isRead = isScan(node) && table !== undefined && growing.has(table)
  const isOnDisk = node['Sort Space Type'] === 'Disk'
  return [
    ...(isRead ? [`reads all of ${table}`] : []),
    ...(isOnDisk ? ['sorts on disk'] : []),
    ...(node.Plans ?? []).flatMap((one) => faultsOf(one, growing)),
  ]
}
