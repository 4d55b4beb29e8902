/**
 * Looks, now and then and a few at a time, at what deposit addresses hold. So nothing stays unseen
 * that no log tells (the native coin), that came to an address whose logs are not read any more, or
 * whose log a node kept back.
 */
import { type Address, type Client, zeroAddress } from 'viem'
import { getBalance } from 'viem/actions'
import { commit } from '../../store/commit.ts'
import { type BlockRange, ChainMoved, readHeader } from '../blocks.ts'
import { blocksKept, type Cursor, holdCursor, loadBlocks, loadCursor } from '../cursor-store.ts'
import type { WatchRoom } from '../watch-room.ts'
import { readHoldings } from './cover.ts'
import { type PaymentLog, readDepositsOf } from './deposit-reader.ts'
import { storeDeposits } from './deposit-store.ts'
import { leftInDeposits } from './left-in-deposits.ts'
import { noteMissing } from './missing-money.ts'
import { adoptLoggers, noteUnlogged } from './unlogged-money.ts'
import { type DueLook, findDueLooks, type Looked, noteLooks, retire } from './watch-rounds.ts'

const addressesAtOnceMax = 20
/** How far one look reads on for one address. */
const blocksAtOnceMax = 20_000
const foundLogIndex = -1

/** Base units that a deposit address holds beyond what its logs explain, of one token. */
type Surplus = DueLook & { amount: bigint }

/** Looks at the addresses whose turn it is. */
export async function lookAtBalances(room: WatchRoom, node: Client): Promise<void> {
  const { database, chain } = room
  const cursor = await loadCursor(database.pool, chain.name)
  const due = await findDueLooks(database.pool, chain.name, addressesAtOnceMax)
  if (!cursor || !due.length) return
  const logs = await readNativeCoin(room, node, cursor, due)
  const held = await readKnown(room, node, cursor, due)
  const unexplained = await findUnexplained(room, due, held)
  const looks: Looked[] = []
  for (const look of due) {
    const { paymentId } = look
    const range = unexplained.has(paymentId) ? rangeOf(look, cursor) : null
    if (range) logs.push(...(await readAgain(room, node, look, range)))
    const readUpTo = range?.to ?? cursor.blockNumber
    const isDone = readUpTo === cursor.blockNumber
    looks.push({ paymentId, readUpTo: look.readUpTo === null ? null : readUpTo, isDone })
  }
  await commit(database.pool, async (client) => {
    await holdCursor(client, chain.name, cursor)
    await storeDeposits(client, chain, logs)
    await adoptLoggers(client, chain)
    await noteLooks(client, looks)
  })
  const read = due.filter((_, index) => looks[index]!.isDone)
  for (const [token, balances] of held) {
    const ofRead = balances.filter((_, index) => looks[index]!.isDone)
    await noteUnlogged(room, token, await surplusOf(database.pool, read, ofRead, token))
  }
}

/** The blocks to be read for an address that holds more than its logs explain; null if all are. */
function rangeOf({ readUpTo }: DueLook, { blockNumber }: Cursor): BlockRange | null {
  const from = readUpTo === null ? Math.max(0, blockNumber - blocksKept) : readUpTo + 1
  return from > blockNumber ? null : { from, to: Math.min(blockNumber, from + blocksAtOnceMax - 1) }
}

async function readAgain(
  { database, chain }: WatchRoom,
  node: Client,
  { depositAddress }: DueLook,
  range: BlockRange,
): Promise<PaymentLog[]> {
  const behind = await loadBlocks(database.pool, chain.name, range.from)
  const held = { headers: [], behind }
  return readDepositsOf(database.pool, node, chain, [depositAddress], range, held)
}

/** Reads the logs of addresses whose payments ended long ago no longer with every block. */
export async function retireOldAddresses({ database, chain }: WatchRoom): Promise<void> {
  const cursor = await loadCursor(database.pool, chain.name)
  if (!cursor) return
  await commit(database.pool, async (client) => {
    await holdCursor(client, chain.name, cursor)
    await retire(client, chain, cursor.blockNumber)
  })
}

/** The native coin comes without a log: what is there and was not known has come. */
async function readNativeCoin(
  { database }: WatchRoom,
  node: Client,
  { blockNumber, blockHash }: Cursor,
  due: DueLook[],
): Promise<PaymentLog[]> {
  const balances = await Promise.all(
    due.map(({ depositAddress }) =>
      getBalance(node, { address: depositAddress, blockNumber: BigInt(blockNumber) }),
    ),
  )
  const surplus = await surplusOf(database.pool, due, balances, zeroAddress)
  if (!surplus.length) return []
  const header = await readHeader(node, blockNumber)
  if (header?.hash !== blockHash) throw new ChainMoved('the cursor is on another block by now')
  return surplus.map(({ paymentId, depositAddress, amount }) => ({
    kind: 'Found',
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

type Balances = (bigint | null)[]

/** What the addresses hold of every known token. */
async function readKnown(
  { chain }: WatchRoom,
  node: Client,
  { blockHash }: Cursor,
  due: DueLook[],
): Promise<Map<Address, Balances>> {
  const held = new Map<Address, Balances>()
  for (const { address: token } of chain.assets) {
    const holdings = due.map(({ depositAddress }) => ({ token, holder: depositAddress }))
    held.set(token, await readHoldings(node, holdings, blockHash))
  }
  return held
}

/** The payments whose addresses hold more of a known token than the logs that we hold explain. */
async function findUnexplained(
  room: WatchRoom,
  due: DueLook[],
  held: Map<Address, Balances>,
): Promise<Set<string>> {
  const unexplained = new Set<string>()
  for (const [token, balances] of held) {
    await noteMissing(room, due, token, balances)
    for (const { paymentId } of await surplusOf(room.database.pool, due, balances, token))
      unexplained.add(paymentId)
  }
  return unexplained
}

async function surplusOf(
  pool: WatchRoom['database']['pool'],
  due: DueLook[],
  balances: Balances,
  token: Address,
): Promise<Surplus[]> {
  const ids = due.map(({ paymentId }) => paymentId)
  const left = await leftInDeposits(pool, ids, token)
  return due
    .map((look, index) => ({
      ...look,
      amount: (balances[index] ?? 0n) - (left.get(look.paymentId)?.seen ?? 0n),
    }))
    .filter(({ amount }) => amount > 0n)
}
