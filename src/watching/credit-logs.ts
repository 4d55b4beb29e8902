/** Has the stored logs reported that nodes agree on, a round after the other: the reader reads what payers allow meanwhile. */
import type { Client } from 'viem'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { findCreditableLogs } from '../chain/rows/creditable-logs.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import type { Agreed } from '../reader/agreement/agree.ts'
import { readAllowancesOf } from '../reader/payer-funds.ts'
import { reportLogs } from '../reporter/credits.ts'

const logsAtOnceMax = 500
/**
 * Rounds of one poll: a distant node takes longer for a poll than for the logs of a round. With 300 ms before each answer
 * 1,000 first charges took 34 s, and 12 s since all that does not depend on an answer is asked side by side.
 */
const roundsMax = 10

/**
 * `count`: how many reports were made. `isMoreWaiting`: more can follow once those on their way are
 * taken.
 */
export type Credited = { cursor: Cursor; count: number; isMoreWaiting: boolean }

/** Reports the next log of each contract that has one, while the nodes agree on a block. */
export async function creditLogs(
  dependencies: ChainDependencies,
  node: Client,
  { cursor: start, findCommonBlock }: Agreed,
): Promise<Credited> {
  let cursor = start
  let count = 0
  for (let round = 0; round < roundsMax; round++) {
    const some = await creditSome(dependencies, node, { cursor, findCommonBlock })
    cursor = some.cursor
    count += some.count
    if (some.count < logsAtOnceMax) return { cursor, count, isMoreWaiting: some.isMoreWaiting }
  }
  return { cursor, count, isMoreWaiting: true }
}

async function creditSome(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<Credited> {
  const { database, chain } = dependencies
  const next = await findCreditableLogs(database.pool, chain.name, logsAtOnceMax)
  const { logs, isMoreWaiting } = next
  const hasCommonBlock = logs.length > 0 && (await findCommonBlock()) !== null
  if (!hasCommonBlock) return { cursor, count: 0, isMoreWaiting }
  const allowances = await readAllowancesOf(dependencies, node, cursor, logs)
  const held = await reportLogs(dependencies, cursor, logs, allowances)
  return { cursor: held, count: logs.length, isMoreWaiting }
}
