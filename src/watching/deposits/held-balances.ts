/**
 * What deposit addresses hold, as each node says it, compared with what their stored logs explain. The
 * word of one node is a reason to search; only what enough nodes say alike is known.
 */
import type { Address, Client } from 'viem'
import type { CommonBlock } from '../agreement/common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'
import { RpcUnavailable } from '../../chain/chain-errors.ts'
import type { Cursor } from '../../chain/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readHoldings } from '../../chain/deposits/cover.ts'
import { findUndecidedPayments, sumLeftInDeposits } from '../../chain/deposits/left-in-deposits.ts'
import type { DueCheck } from './watch-rounds.ts'

type Balance = bigint | null

/** Of one token, in the order of the looks; null where the token does not say. */
export type Held = {
  token: Address
  said: Balance[][]
  /** Null as well where the nodes do not agree. */
  agreed: Balance[]
}
/** Payments whose addresses hold more or less than their logs say, and those that hold just that. */
export type Compared = { unexplained: Set<string>; explained: Set<string> }

/** Reads what the addresses hold of every known token, by all nodes that hold the common block. */
export async function readHeld(
  { chain }: ChainDependencies,
  node: Client,
  { blockHash }: Cursor,
  common: CommonBlock | null,
  due: DueCheck[],
): Promise<Held[]> {
  const clients = common ? common.holders.map((holder) => holder.node) : [node]
  const needed = common ? chain.nodesToAgree : Infinity
  const held: Held[] = []
  for (const { address: token } of chain.assets) {
    const holdings = due.map(({ depositAddress }) => ({ token, holder: depositAddress }))
    const answers = await Promise.allSettled(
      clients.map((client) => readHoldings(client, holdings, common?.block.hash ?? blockHash)),
    )
    const told = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (!told.length) throw new RpcUnavailable('no node says what deposit addresses hold')
    const said = due.map((_, index) => told.map((balances) => balances[index]!))
    held.push({ token, said, agreed: said.map((some) => findGivenByEnough(some, needed) ?? null) })
  }
  return held
}

/** Compares with the logs up to the block of which the balances are. */
export async function compareHeld(
  { database: { pool } }: ChainDependencies,
  due: DueCheck[],
  held: Held[],
  upTo: number,
): Promise<Compared> {
  const ids = due.map(({ paymentId }) => paymentId)
  const unsettled = await findUndecidedPayments(pool, ids, upTo)
  const unexplained = new Set<string>()
  const explained = new Set(ids.filter((id) => !unsettled.has(id)))
  for (const { token, said, agreed } of held) {
    const left = await sumLeftInDeposits(pool, ids, token, upTo)
    for (const [index, id] of ids.entries()) {
      const { undoubted = 0n, credited = 0n } = left.get(id) ?? {}
      const isExplained = (balance: bigint) => balance <= undoubted && balance >= credited
      const balances = said[index]!.filter((balance) => balance !== null)
      if (!balances.every(isExplained)) unexplained.add(id)
      if (agreed[index] === null || !isExplained(agreed[index]!)) explained.delete(id)
    }
  }
  return { unexplained, explained }
}
