/** What nodes say of a log, put together: who holds it, in a block of which time, and who lacks it. */
import type { Undecided } from './agreement-store.ts'
import type { Testimony } from './evidence.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'

/** A node, by its host, that holds a log in a block of this time (Unix seconds). */
type Holding = { host: string; blockTime: number }
export type Weighed = { log: Undecided; holds: Holding[]; lacks: string[] }

/** Adds what a node says; one that does not say changes nothing. */
export function addTestimony({ holds, lacks }: Weighed, host: string, said: Testimony): void {
  if (said.evidence === 'holds') holds.push({ host, blockTime: said.blockTime })
  else if (said.evidence === 'lacks') lacks.push(host)
}

/** The time that as many of the nodes that hold the log give its block as must agree; null if too few do. */
export function agreedTimeOf({ holds }: Pick<Weighed, 'holds'>, needed: number): number | null {
  const times = holds.map(({ blockTime }) => blockTime)
  return findGivenByEnough(times, needed) ?? null
}

/** Whether as many nodes as must agree hold the log at one time, or lack it. */
export const isDecided = (weighed: Weighed, needed: number): boolean =>
  weighed.lacks.length >= needed || agreedTimeOf(weighed, needed) !== null
