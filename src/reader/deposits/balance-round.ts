/**
 * Checks, every 20 seconds and some at a time, what deposit addresses hold. So money is found
 * that no log reports (the native coin), that came to an address whose logs are not read any more,
 * or whose log a node kept back: a transfer's, or that of the sweep without which money seems to be
 * missing.
 */
import type { Client } from 'viem'
import { type CommonBlock, findCommonBlock } from '../agreement/common-block.ts'
import type { BlockRange } from '../../chain/blocks.ts'
import { type Cursor, loadCursor } from '../../chain/rows/cursor.ts'
import { commitStep } from '../../reporter/step.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { adoptLoggers, storeDeposits, type PaymentLog } from '../../chain/rows/deposit-logs.ts'
import { reportLimitedAgain } from '../../chain/rows/due-deposits.ts'
import { type Compared, compareHeld, type HeldBalances, readHeld } from './held-balances.ts'
import { sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import { type DepositSearch, nameWithholders, searchDeposits } from './missing-deposits.ts'
import { noteMissing } from './missing-money.ts'
import { readNativeCoin } from './native-coin.ts'
import { noteUnlogged, type Unlogged } from './unlogged-money.ts'
import {
  type DueCheck,
  findDueChecks,
  type CheckedAddress,
  recordChecks,
  retireAddresses,
} from '../../chain/rows/address-checks.ts'

/** The balances of so many, of two known tokens, are one request. */
const addressesAtOnceMax = 50
/** The logs of this many addresses are searched in one round; the others are next. */
const searchesAtOnceMax = 10
/** One check searches this many blocks for one address. */
const blocksAtOnceMax = 20_000

type Searched = { checks: CheckedAddress[]; logs: PaymentLog[]; searches: DepositSearch[] }

/** Checks the balances of the addresses that are due. */
export async function checkBalances(dependencies: ChainDependencies, node: Client): Promise<void> {
  const { database, chain } = dependencies
  const { pool } = database
  const cursor = await loadCursor(pool, chain.name)
  const due = await findDueChecks(pool, chain.name, addressesAtOnceMax)
  if (!cursor || !due.length) return
  const coins = await readNativeCoin(dependencies, node, cursor, due)
  const common = await findAgreedBlock(dependencies, node, cursor)
  const upTo = common?.block.number ?? cursor.blockNumber
  const held = await readHeld(dependencies, node, cursor, common, due)
  const compared = await compareHeld(dependencies, due, held, upTo)
  const { checks, logs, searches } = await searchMissing(dependencies, node, due, compared, upTo)
  const before = await surplusesOf(dependencies, due, held, upTo)
  await commitStep(dependencies, cursor, {
    async write(client) {
      await storeDeposits(client, chain, [...coins, ...logs])
      await adoptLoggers(client, chain)
      await recordChecks(client, chain, checks, cursor.blockNumber)
      await reportLimitedAgain(client, chain.name, [...compared.uncredited], upTo)
    },
  })
  const after = await surplusesOf(dependencies, due, held, upTo)
  for (const search of searches) nameIfExplained(dependencies, search, before, after)
  const searched = due.filter((_, index) => checks[index]!.isDone)
  for (const { token, agreed } of held) {
    const isSearched = ({ paymentId }: { paymentId: string }) =>
      searched.some((one) => one.paymentId === paymentId)
    const surplus = after.get(token)!.filter((one) => one.amount > 0n && isSearched(one))
    await noteUnlogged(dependencies, token, surplus)
    const balances = agreed.filter((_, index) => isSearched(due[index]!))
    await noteMissing(dependencies, searched, token, balances, upTo)
  }
}

/**
 * Finds the common block; null while the nodes do not agree on one: then only the node that is read
 * from is asked.
 */
async function findAgreedBlock(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
): Promise<CommonBlock | null> {
  const common = await findCommonBlock(dependencies, node, cursor)
  return 'reason' in common ? null : common
}

/**
 * Searches the logs of addresses whose balances the stored logs do not explain; returns how far
 * each search came.
 */
async function searchMissing(
  dependencies: ChainDependencies,
  node: Client,
  due: DueCheck[],
  { unexplained, short, explained }: Compared,
  upTo: number,
): Promise<Searched> {
  const searched: Searched = { checks: [], logs: [], searches: [] }
  let asked = 0
  for (const address of due) {
    const { paymentId, knownAt, searchedTo, isSearched } = address
    const isShort = short.has(paymentId)
    const check = { paymentId, knownAt, searchedTo, isDone: true, isShort }
    const isToSearch = unexplained.has(paymentId) && !(isShort && isSearched)
    const range = isToSearch ? rangeOf(address, upTo) : null
    if (!range) {
      const isKnown = explained.has(paymentId)
      searched.checks.push(isKnown ? { ...check, knownAt: upTo, searchedTo: null } : check)
    } else if (asked === searchesAtOnceMax) {
      searched.checks.push({ ...check, isDone: false })
    } else {
      asked++
      const search = await searchDeposits(dependencies, node, address.depositAddress, range)
      const isEveryNodeHeard = search?.answers.length === dependencies.chain.nodes.length
      const done = { searchedTo: range.to, isDone: range.to === upTo }
      const found = { ...check, ...done, isShort: isShort && isEveryNodeHeard }
      searched.checks.push(search ? found : check)
      if (search) searched.searches.push(search)
      searched.logs.push(...(search?.logs ?? []))
    }
  }
  return searched
}

/** Returns the next blocks to be searched for an address; null if all are. */
function rangeOf({ knownAt, searchedTo }: DueCheck, upTo: number): BlockRange | null {
  const from = (searchedTo ?? knownAt) + 1
  return from > upTo ? null : { from, to: Math.min(upTo, from + blocksAtOnceMax - 1) }
}

type Surpluses = Map<string, Unlogged[]>

/**
 * Computes by how much each address holds more of each token than its stored logs say; negative
 * where it holds less.
 */
async function surplusesOf(
  { database }: ChainDependencies,
  due: DueCheck[],
  held: HeldBalances[],
  upTo: number,
): Promise<Surpluses> {
  const ids = due.map(({ paymentId }) => paymentId)
  const surpluses: Surpluses = new Map()
  for (const { token, agreed } of held) {
    const left = await sumLeftInDeposits(database.pool, ids, token, upTo)
    const surplusOf = (id: string, balance: bigint | null) =>
      balance === null ? 0n : balance - (left.get(id)?.seen ?? 0n)
    surpluses.set(
      token,
      ids.map((paymentId, index) => ({ paymentId, amount: surplusOf(paymentId, agreed[index]!) })),
    )
  }
  return surpluses
}

/** Names the nodes that kept back a found log, where with it the logs explain the balance. */
function nameIfExplained(
  dependencies: ChainDependencies,
  search: DepositSearch,
  before: Surpluses,
  after: Surpluses,
): void {
  const amountOf = (surpluses: Surpluses, { paymentId, token }: PaymentLog) =>
    surpluses.get(token)?.find((one) => one.paymentId === paymentId)?.amount ?? 0n
  const found = search.logs.find(
    (log) => amountOf(before, log) !== 0n && amountOf(after, log) === 0n,
  )
  if (found) nameWithholders(dependencies, search, found)
}

/** Stops reading with every block the logs of addresses whose payments ended long ago. */
export async function retireOldAddresses(dependencies: ChainDependencies): Promise<void> {
  const { database, chain } = dependencies
  const cursor = await loadCursor(database.pool, chain.name)
  if (!cursor) return
  await commitStep(dependencies, cursor, {
    write: (client) => retireAddresses(client, chain, cursor.blockNumber),
  })
}
