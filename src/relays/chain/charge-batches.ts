/**
 * Puts charges that are due into batch transactions, up to 200 each, activations up to 50. What
 * would fail is dropped before, by the same question to the chain that decides the rest.
 */
import { activationsMax, chargesMax } from '../../chain/gas-limits.ts'
import { batchOf, gasLimitOf } from '../../chain/transaction-inputs.ts'
import type { Message } from '../../shared/message.ts'
import { listActiveAssets } from '../../store/merchants/assets.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { type ChargeRequest, loadChargeRequests } from './charge-requests.ts'
import {
  affords,
  findGasWallet,
  type GasBudget,
  readGasBudget,
  spendOnBatch,
} from './gas-wallets.ts'
import { preCheck, type Verdict } from './pre-check.ts'
import { answer, type ChainRelayRoom, type LaneWork } from './room.ts'
import { end, keep } from './settle-rows.ts'

const heldBackLookMs = 2_000
const fullLaneMs = 1_000

/** Handles the requests for charges of one lane. */
export async function handleCharges(
  room: ChainRelayRoom,
  work: LaneWork,
  rows: ClaimedRow[],
): Promise<void> {
  const { open, stale } = await loadChargeRequests(room.database.pool, rows)
  await end(room, work, stale, [])
  const { merchantId, chain } = work
  const assets = await listActiveAssets(room, { merchantId, network: chain.network })
  const off = open.filter(({ subscription }) => !assets.includes(subscription.asset))
  await holdBack(room, off, 'AssetInactive')
  const on = open.filter((request) => !off.includes(request))
  if (on.length) await board(room, work, on)
}

/** Tells each charge once that it has to wait, and looks at it again soon; no attempt is lost. */
export function holdBack(
  room: ChainRelayRoom,
  requests: { row: ClaimedRow; heldBackFor?: string | null }[],
  reason: string,
): Promise<void> {
  const untold = requests.filter(({ heldBackFor }) => heldBackFor !== reason)
  const messages = untold.map(({ row }) =>
    answer(row, `heldBack/${reason}`, { type: 'charge.heldBack', reason }),
  )
  return keep(room, rowsOf(requests), heldBackLookMs, reason, messages)
}

async function board(
  room: ChainRelayRoom,
  work: LaneWork,
  requests: ChargeRequest[],
): Promise<void> {
  const wallet = await findGasWallet(room.database, work.merchantId, work.chain)
  if (!wallet) return holdBack(room, requests, 'GasWalletEmpty')
  const budget = await readGasBudget(room.database, work.chain, wallet)
  if (budget.inFlight === 0 && !affords(budget, gasLimitOf(requests.slice(0, 1))))
    return holdBack(room, requests, 'GasWalletEmpty')
  for (const batch of batchesOf(requests))
    if (budget.slots > 0) await boardBatch(room, work, budget, batch)
    else await keep(room, rowsOf(batch), fullLaneMs, 'the lane is full')
}

async function boardBatch(
  room: ChainRelayRoom,
  work: LaneWork,
  budget: GasBudget,
  requests: ChargeRequest[],
): Promise<void> {
  const verdicts = await preCheck(work.chain, requests)
  const ready = requests.filter((_, index) => verdicts[index]!.kind === 'ready')
  const failing = requests.filter((_, index) => verdicts[index]!.kind === 'fails')
  const limitFor = (count: number) => gasLimitOf(ready.slice(0, count))
  const riding = ready.slice(0, spendOnBatch(budget, ready.length, limitFor))
  const messages = requests.flatMap(({ row }, index) => failureOf(row, verdicts[index]!))
  if (riding.length) messages.push(batchOf(work.chain, budget.wallet, riding, room.clock.now()))
  await end(room, work, rowsOf([...failing, ...riding]), messages)

  const left = ready.slice(riding.length)
  // Gas that others in flight may still give back is no reason to call the wallet empty.
  if (budget.inFlight === 0) await holdBack(room, left, 'GasWalletEmpty')
  else await keep(room, rowsOf(left), fullLaneMs, 'the gas is spoken for')
  await keepWaiting(room, requests, verdicts)
}

async function keepWaiting(
  room: ChainRelayRoom,
  requests: ChargeRequest[],
  verdicts: Verdict[],
): Promise<void> {
  for (const wait of new Set(verdicts)) {
    if (wait.kind !== 'wait') continue
    const waiting = requests.filter((_, index) => verdicts[index] === wait)
    await keep(room, rowsOf(waiting), wait.delayMs, wait.why)
  }
}

const failureOf = (row: ClaimedRow, verdict: Verdict): Message[] =>
  verdict.kind === 'fails'
    ? [answer(row, 'failed', { type: 'charge.attemptFailed', reason: verdict.reason })]
    : []

const rowsOf = (requests: { row: ClaimedRow }[]): ClaimedRow[] => requests.map(({ row }) => row)

/** Activations and later charges are different calls, so they travel apart. */
function batchesOf(requests: ChargeRequest[]): ChargeRequest[][] {
  const activations = requests.filter(({ isInitial }) => isInitial)
  const charges = requests.filter(({ isInitial }) => !isInitial)
  return [...chunksOf(activations, activationsMax), ...chunksOf(charges, chargesMax)]
}

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}
