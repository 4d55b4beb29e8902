/**
 * Has as many nodes as must agree bear out what is stored and what is to be taken back, as far as it is deep enough. Here
 * is where evidence becomes a row that counts: the reporter tells no other.
 */
import type { Client } from 'viem'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readUnknownTokens } from '../deposits/unknown-tokens.ts'
import type { ReadToHead } from '../read-to-head.ts'
import { type Agreed, agreeOnLogs } from './agree.ts'
import { resolveRetractions } from './retractions.ts'

/** Whether logs of contracts, or of deposits, may be there to be reported. */
export type BorneOut = Agreed & { hasLogs: boolean; hasDeposits: boolean }

/** Marks what enough nodes bear out, and what they deny; steps for which nothing is open are left out. */
export async function bearOut(
  dependencies: ChainDependencies,
  node: Client,
  { head, cursor: start, open }: Pick<ReadToHead, 'head' | 'cursor' | 'open'>,
): Promise<BorneOut> {
  const { hasLogs } = open
  const cursor = await readUnknownTokens(dependencies, node, start, { head, ...open.unknownTokens })
  const hasDeposits = open.hasDeposits || cursor.revision !== start.revision
  const isAnyOpen = hasLogs || hasDeposits
  const weighed = await agreeOnLogs(dependencies, node, cursor, isAnyOpen)
  const agreed = isAnyOpen ? await resolveRetractions(dependencies, node, weighed) : weighed
  return { ...agreed, hasLogs, hasDeposits }
}
