/**
 * Reads what deposit addresses hold whose deposits changed, so that no more is reported of them than is there: of what is
 * seen, by one node; of what is confirmed, as nodes agree.
 */
import type { Client } from 'viem'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readHoldings } from '../../chain/deposits/holdings.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import { type DueDeposits, findDueDeposits, isCredited } from '../../chain/rows/due-deposits.ts'
import type { Covered } from '../../reporter/cover.ts'
import type { CoveredDeposits } from '../../reporter/deposits.ts'
import type { Agreed } from '../agreement/agree.ts'
import { readAgreedHoldings } from '../agreement/agreed-holdings.ts'
import type { CommonBlock } from '../agreement/common-block.ts'
import { noteDifferingBalance } from '../agreement/waiting.ts'

const paymentsAtOnceMax = 500

/**
 * Reads what covers the payments that are due; those that nodes do not agree on are left out. `isMoreWaiting`: more
 * payments are due.
 */
export async function readCoveredDeposits(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<{ deposits: CoveredDeposits[]; isMoreWaiting: boolean }> {
  const { database, chain } = dependencies
  const found = await findDueDeposits(database.pool, chain, cursor.blockNumber, paymentsAtOnceMax)
  if (!found.length) return { deposits: [], isMoreWaiting: false }
  const common = found.some(isCredited) ? await findCommonBlock() : null
  const upTo = common?.block.number ?? cursor.blockNumber
  const due =
    upTo === cursor.blockNumber
      ? found
      : await findDueDeposits(database.pool, chain, upTo, paymentsAtOnceMax)
  const covers = await readCover(dependencies, node, cursor, common, due)
  const deposits = due.flatMap((one, index) => {
    const covered = covers[index]!
    return covered ? [{ due: one, covered }] : []
  })
  return { deposits, isMoreWaiting: deposits.length > 0 && due.length === paymentsAtOnceMax }
}

/** Null for a payment that has to wait, because nodes do not agree. */
async function readCover(
  dependencies: ChainDependencies,
  node: Client,
  { blockHash }: Cursor,
  common: CommonBlock | null,
  due: DueDeposits[],
): Promise<(Covered | null)[]> {
  const { chain, database } = dependencies
  const holdings = due.map(({ token, depositAddress }) => ({ token, holder: depositAddress }))
  const own = await readHoldings(node, holdings, blockHash)
  const isOneEnough = chain.nodesToAgree === 1
  const agreed =
    common && !isOneEnough
      ? await readAgreedHoldings(common, chain.nodesToAgree, holdings)
      : own.map((held) => held)
  for (const [index, deposits] of due.entries())
    if (isCredited(deposits) && agreed[index] === undefined)
      await noteDifferingBalance(database.pool, dependencies, deposits)
  return due.map((deposits, index) => {
    const seen = (own[index] ?? 0n) + BigInt(deposits.sweptSeen)
    // Without a common block only one node says what is there, which may be less than was credited; and what a
    // common block holds from which nodes have fallen back says nothing of what they agreed on above it.
    const isUnknown = !common || agreed[index] === undefined || deposits.isAgreedAbove
    const isWaiting = isCredited(deposits) && isUnknown
    if (isWaiting) return null
    return { seen, confirmed: (agreed[index] ?? 0n) + BigInt(deposits.sweptInBlock) }
  })
}
