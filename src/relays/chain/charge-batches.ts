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
import { affords, findGasWallet, type GasBudget, readGasBudget, spend } from './gas-wallets.ts'
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
  return keep(
    room,
    requests.map(({ row }) => row),
    heldBackLookMs,
    reason,
    messages,
  )
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
  const batches = [
    ...chunksOf(
      requests.filter(({ isInitial }) => isInitial),
      activationsMax,
    ),
    ...chunksOf(
      requests.filter(({ isInitial }) => !isInitial),
      chargesMax,
    ),
  ]
  for (const batch of batches)
    if (budget.slots > 0) await boardBatch(room, work, budget, batch)
    else
      await keep(
        room,
        batch.map(({ row }) => row),
        fullLaneMs,
        'the lane is full',
      )
}

async function boardBatch(
  room: ChainRelayRoom,
  work: LaneWork,
  budget: GasBudget,
  requests: ChargeRequest[],
): Promise<void> {
  const verdicts = await preCheck(work.chain, requests)
  const judged = requests.map((request, index) => ({ request, verdict: verdicts[index]! }))
  const ready = judged
    .filter(({ verdict }) => verdict.kind === 'ready')
    .map(({ request }) => request)
  const riding = fitting(budget, ready)
  const failed = judged.flatMap(({ request: { row }, verdict }) =>
    verdict.kind === 'fails' ? [{ row, message: failure(row, verdict) }] : [],
  )
  const messages = failed.map(({ message }) => message)
  if (riding.length) messages.push(batchOf(work.chain, budget.wallet, riding, room.clock.now()))
  await end(
    room,
    work,
    [...failed, ...riding].map(({ row }) => row),
    messages,
  )

  const left = ready.slice(riding.length)
  // Gas that others in flight may still give back is no reason to call the wallet empty.
  if (budget.inFlight === 0) await holdBack(room, left, 'GasWalletEmpty')
  else
    await keep(
      room,
      left.map(({ row }) => row),
      fullLaneMs,
      'the gas is spoken for',
    )
  for (const { request, verdict } of judged)
    if (verdict.kind === 'wait') await keep(room, [request.row], verdict.delayMs, verdict.why)
}

const failure = (row: ClaimedRow, { reason }: Verdict & { kind: 'fails' }): Message =>
  answer(row, 'failed', { type: 'charge.attemptFailed', reason })

/** As many of the requests as the wallet can pay for at worst, and takes that out of the budget. */
function fitting(budget: GasBudget, requests: ChargeRequest[]): ChargeRequest[] {
  for (let count = requests.length; count > 0; count = Math.floor(count / 2)) {
    const some = requests.slice(0, count)
    if (spend(budget, gasLimitOf(some))) return some
  }
  return []
}

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}
