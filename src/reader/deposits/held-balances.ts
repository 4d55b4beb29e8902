/**
 * The balances of deposit addresses, by each node's answer, compared with what their stored logs
 * explain. The answer of one node is a reason to search; only what enough nodes answer alike is
 * known.
 */
import type { Address, Client } from 'viem'
import type { CommonBlock } from '../agreement/common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'
import { RpcUnavailable } from '../../chain/chain-errors.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readHoldings } from '../../chain/deposits/holdings.ts'
import { findUndecidedPayments, sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import type { DueCheck } from '../../chain/rows/address-checks.ts'

type Balance = bigint | null

/** Balances of one token, in the order of the due addresses; null where the token does not answer. */
export type HeldBalances = {
  token: Address
  /** For each address, what each node answers. */
  given: Balance[][]
  /** Null also where the nodes do not agree. */
  agreed: Balance[]
}
/**
 * Payments whose addresses hold more or less than their logs say, and those that hold just that. `short`: where no
 * node lets more be unexplained than that money is missing which is not credited, as it is with a token that keeps a fee.
 * `uncredited`: of whose logs more is covered, as nodes agree, than was credited.
 */
export type Compared = Record<'unexplained' | 'short' | 'explained' | 'uncredited', Set<string>>

/** Reads what the addresses hold of every known token, by all nodes that hold the common block. */
export async function readHeld(
  { chain }: ChainDependencies,
  node: Client,
  { blockHash }: Cursor,
  common: CommonBlock | null,
  due: DueCheck[],
): Promise<HeldBalances[]> {
  const clients = common ? common.holders.map((holder) => holder.node) : [node]
  const needed = common ? chain.nodesToAgree : Infinity
  const tokens = chain.assets.map(({ address }) => address)
  const holdings = tokens.flatMap((token) =>
    due.map(({ depositAddress }) => ({ token, holder: depositAddress })),
  )
  const answers = await Promise.allSettled(
    clients.map((client) => readHoldings(client, holdings, common?.block.hash ?? blockHash)),
  )
  const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (!answered.length) throw new RpcUnavailable('no node answers what deposit addresses hold')
  return tokens.map((token, place) => {
    const first = place * due.length
    const given = due.map((_, index) => answered.map((balances) => balances[first + index]!))
    return { token, given, agreed: given.map((some) => findGivenByEnough(some, needed) ?? null) }
  })
}

/** Compares balances with the logs up to the block that they were read at. */
export async function compareHeld(
  { database: { pool } }: ChainDependencies,
  due: DueCheck[],
  held: HeldBalances[],
  upTo: number,
): Promise<Compared> {
  const ids = due.map(({ paymentId }) => paymentId)
  const undecided = await findUndecidedPayments(pool, ids, upTo)
  const unexplained = new Set<string>()
  const short = new Set(ids)
  const uncredited = new Set<string>()
  const explained = new Set(ids.filter((id) => !undecided.has(id)))
  for (const { token, given, agreed } of held) {
    const left = await sumLeftInDeposits(pool, ids, token, upTo)
    for (const [index, id] of ids.entries()) {
      const { undoubted = 0n, credited = 0n, agreed: logged = 0n } = left.get(id) ?? {}
      const isBetween = (least: bigint) => (balance: bigint) =>
        balance <= undoubted && balance >= least
      const isExplained = isBetween(logged)
      const balances = given[index]!.filter((balance) => balance !== null)
      if (!balances.every(isExplained)) unexplained.add(id)
      if (!balances.every(isBetween(credited))) short.delete(id)
      const balance = agreed[index]!
      if (balance === null || !isExplained(balance)) explained.delete(id)
      if (balance !== null && balance > credited && logged > credited) uncredited.add(id)
    }
  }
  return { unexplained, short, explained, uncredited }
}
