/** Has payments told what came to their addresses, as far as the reader finds it covered. */
import type { Client } from 'viem'
import type { ChainDependencies } from '../chain/dependencies.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import type { Agreed } from '../reader/agreement/agree.ts'
import { readCoveredDeposits } from '../reader/deposits/covered-deposits.ts'
import { reportDeposits } from '../reporter/deposits.ts'

/** Reports the sums of every payment whose deposits changed; what nodes do not agree on is not confirmed. */
export async function creditDeposits(
  dependencies: ChainDependencies,
  node: Client,
  agreed: Agreed,
): Promise<{ cursor: Cursor; isMoreWaiting: boolean }> {
  const { deposits, isMoreWaiting } = await readCoveredDeposits(dependencies, node, agreed)
  if (!deposits.length) return { cursor: agreed.cursor, isMoreWaiting }
  return { cursor: await reportDeposits(dependencies, agreed.cursor, deposits), isMoreWaiting }
}
