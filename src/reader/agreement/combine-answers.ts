/**
 * The nodes' answers about a log, put together: the hosts that hold it, with the time of its block
 * by each, and those that lack it.
 */
import type { UndecidedLog } from '../../chain/rows/undecided-logs.ts'
import type { Testimony } from './evidence.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'

/** A node, by its host, that holds a log in a block of this time (Unix seconds). */
type Holding = { host: string; blockTime: number }
export type WeighedLog = { log: UndecidedLog; holds: Holding[]; lacks: string[] }

/** Adds a node's testimony; `unknown` changes nothing. */
export function addTestimony(
  { holds, lacks }: WeighedLog,
  host: string,
  testimony: Testimony,
): void {
  if (testimony.evidence === 'holds') holds.push({ host, blockTime: testimony.blockTime })
  else if (testimony.evidence === 'lacks') lacks.push(host)
}

/** Finds the block time that as many of the log's holders give as must agree; null if too few do. */
export function agreedTimeOf({ holds }: Pick<WeighedLog, 'holds'>, needed: number): number | null {
  const times = holds.map(({ blockTime }) => blockTime)
  return findGivenByEnough(times, needed) ?? null
}

/** Checks whether as many nodes as must agree hold the log at one time, or lack it. */
export const isDecided = (weighed: WeighedLog, needed: number): boolean =>
  weighed.lacks.length >= needed || agreedTimeOf(weighed, needed) !== null
