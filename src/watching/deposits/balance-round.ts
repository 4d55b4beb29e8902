/**
 * Looks, now and then and a few at a time, at what deposit addresses hold. So nothing stays unseen
 * that no log tells (the native coin), that came to an address whose logs are not read any more, or
 * whose log a node kept back: a transfer, or the sweep without which money seems to be missing.
 */
import type { Client } from 'viem'
import { type CommonBlock, findCommonBlock } from '../agreement/common-block.ts'
import type { BlockRange } from '../../chain/blocks.ts'
import { type Cursor, loadCursor } from '../../chain/cursor.ts'
import { commitStep } from '../step.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { PaymentLog } from './deposit-reader.ts'
import { storeDeposits } from './deposit-store.ts'
import { type Compared, compareHeld, type Held, readHeld } from './held-balances.ts'
import { sumLeftInDeposits } from '../../chain/deposits/left-in-deposits.ts'
import { type DepositSearch, nameWithholders, searchDeposits } from './missing-deposits.ts'
import { noteMissing } from './missing-money.ts'
import { readNativeCoin } from './native-coin.ts'
import { adoptLoggers, noteUnlogged, type Unlogged } from './unlogged-money.ts'
import {
  type DueCheck,
  findDueChecks,
  type CheckedAddress,
  recordChecks,
  retireAddresses,
} from './watch-rounds.ts'

const addressesAtOnceMax = 20
/** Addresses whose logs one round searches; the others are next. */
const searchesAtOnceMax = 5
/** How far one look reads on for one address. */
const blocksAtOnceMax = 20_000

type Searched = { looks: CheckedAddress[]; logs: PaymentLog[]; searches: DepositSearch[] }

/** Looks at the addresses whose turn it is. */
export async function checkBalances(dependencies: ChainDependencies, node: Client): Promise<void> {
  const { database, chain } = dependencies
  const { pool } = database
  const cursor = await loadCursor(pool, chain.name)
  const due = await findDueChecks(pool, chain.name, addressesAtOnceMax)
  if (!cursor || !due.length) return
  const coins = await readNativeCoin(dependencies, node, cursor, due)
  const common = await findCommon(dependencies, node, cursor)
  const upTo = common?.block.number ?? cursor.blockNumber
  const held = await readHeld(dependencies, node, cursor, common, due)
  const compared = await compareHeld(dependencies, due, held, upTo)
  const { looks, logs, searches } = await searchMissing(dependencies, node, due, compared, upTo)
  const before = await surplusesOf(dependencies, due, held, upTo)
  await commitStep(dependencies, cursor, {
    async write(client) {
      await storeDeposits(client, chain, [...coins, ...logs])
      await adoptLoggers(client, chain)
      await recordChecks(client, looks, cursor.blockNumber)
    },
  })
  const after = await surplusesOf(dependencies, due, held, upTo)
  for (const search of searches) blame(dependencies, search, before, after)
  const searched = due.filter((_, index) => looks[index]!.isDone)
  for (const { token, agreed } of held) {
    const isSearched = ({ paymentId }: { paymentId: string }) =>
      searched.some((look) => look.paymentId === paymentId)
    const surplus = after.get(token)!.filter((one) => one.amount > 0n && isSearched(one))
    await noteUnlogged(dependencies, token, surplus)
    const balances = agreed.filter((_, index) => isSearched(due[index]!))
    await noteMissing(dependencies, searched, token, balances)
  }
}

/** Null while the nodes do not agree on a block: then the node that is read from is asked alone. */
async function findCommon(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
): Promise<CommonBlock | null> {
  const common = await findCommonBlock(dependencies, node, cursor)
  return 'reason' in common ? null : common
}

/** Reads the logs again of addresses whose balances they do not explain, and says how far it came. */
async function searchMissing(
  dependencies: ChainDependencies,
  node: Client,
  due: DueCheck[],
  { unexplained, explained }: Compared,
  upTo: number,
): Promise<Searched> {
  const searched: Searched = { looks: [], logs: [], searches: [] }
  let asked = 0
  for (const look of due) {
    const { paymentId, knownAt, searchedTo } = look
    const said = { paymentId, knownAt, searchedTo, isDone: true }
    const range = unexplained.has(paymentId) ? rangeOf(look, upTo) : null
    if (!range) {
      const isKnown = explained.has(paymentId)
      searched.looks.push(isKnown ? { ...said, knownAt: upTo, searchedTo: null } : said)
    } else if (asked === searchesAtOnceMax) {
      searched.looks.push({ ...said, isDone: false })
    } else {
      asked++
      const search = await searchDeposits(dependencies, node, look.depositAddress, range)
      const found = { ...said, searchedTo: range.to, isDone: range.to === upTo }
      searched.looks.push(search ? found : said)
      if (search) searched.searches.push(search)
      searched.logs.push(...(search?.logs ?? []))
    }
  }
  return searched
}

/** The next blocks to be read for an address whose logs do not explain what it holds; null if all are. */
function rangeOf({ knownAt, searchedTo }: DueCheck, upTo: number): BlockRange | null {
  const from = (searchedTo ?? knownAt) + 1
  return from > upTo ? null : { from, to: Math.min(upTo, from + blocksAtOnceMax - 1) }
}

type Surpluses = Map<string, Unlogged[]>

/** By how much each address holds more of each token than the stored logs say; less than none: less. */
async function surplusesOf(
  { database }: ChainDependencies,
  due: DueCheck[],
  held: Held[],
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

/** Names who kept back what was found, where with it the logs explain the balance. */
function blame(
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

/** Reads the logs of addresses whose payments ended long ago no longer with every block. */
export async function retireOldAddresses(dependencies: ChainDependencies): Promise<void> {
  const { database, chain } = dependencies
  const cursor = await loadCursor(database.pool, chain.name)
  if (!cursor) return
  await commitStep(dependencies, cursor, {
    write: (client) => retireAddresses(client, chain, cursor.blockNumber),
  })
}
