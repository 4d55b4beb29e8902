/**
 * The native coin at deposit addresses: it comes without a log, so a balance above the known sum
 * has come.
 */
import { type Client, zeroAddress } from 'viem'
import { ChainMoved, readHeader } from '../../chain/blocks.ts'
import { readCoinBalances } from '../../chain/coin-balances.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import type { DueCheck } from '../../chain/rows/address-checks.ts'
import type { PaymentLog } from '../../chain/rows/deposit-logs.ts'

const foundLogIndex = -1

/** Finds the native coin that came up to the cursor's block, as one node answers: it is only shown. */
export async function readNativeCoin(
  { database }: ChainDependencies,
  node: Client,
  { blockNumber, blockHash }: Cursor,
  due: DueCheck[],
): Promise<PaymentLog[]> {
  const balances = await readCoinBalances(
    node,
    due.map(({ depositAddress }) => depositAddress),
    BigInt(blockNumber),
  )
  const ids = due.map(({ paymentId }) => paymentId)
  const left = await sumLeftInDeposits(database.pool, ids, zeroAddress)
  const surplus = due
    .map((one, index) => ({
      ...one,
      amount: balances[index]! - (left.get(one.paymentId)?.seen ?? 0n),
    }))
    .filter(({ amount }) => amount > 0n)
  if (!surplus.length) return []
  const header = await readHeader(node, blockNumber)
  if (header?.hash !== blockHash) throw new ChainMoved('the cursor is on another block by now')
  return surplus.map(({ paymentId, depositAddress, amount }) => ({
    event: 'Found',
    paymentId,
    depositAddress,
    token: zeroAddress,
    counterparty: null,
    amount: String(amount),
    blockNumber,
    blockHash,
    blockTimestamp: header.timestamp,
    logIndex: foundLogIndex,
    transactionHash: null,
  }))
}
