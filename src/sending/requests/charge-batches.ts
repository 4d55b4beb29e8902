/**
 * Puts charges that are due into batch transactions, up to 200 each, activations up to 50. A preview
 * on chain, which costs no gas, sorts out before which of them would fail.
 */
import type { ConnectedChain } from '../../chain/clients.ts'
import {
  activationsMax,
  chargesMax,
  gasLimitOfActivations,
  gasLimitOfCharges,
  countFittingItems,
} from '../../chain/gas/gas-limits.ts'
import { composeChargeTransaction, gasLimitOf } from '../../chain/transaction-inputs.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { partition } from '../../shared/partition.ts'
import type { Message } from '../../shared/message.ts'
import { listActiveAssets } from '../../store/merchants/assets.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { waitFor } from '../../store/wait-reasons.ts'
import { isTooDear } from './charge-cost.ts'
import { type ChargeRequest, loadChargeRequests } from './charge-requests.ts'
import { postponeFailedBefore } from './failed-before.ts'
import { type GasBudget, spendOnBatch } from '../gas-wallets.ts'
import { fullLaneMs, holdBack, postponeUnpaid, openBudget, rowsOf } from '../hold-back.ts'
import { preCheck, type Verdict } from './pre-check.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'
import { postponeWaiting } from './waiting-charges.ts'

/** Handles the requests for charges of one lane. */
export async function handleCharges(
  dependencies: SendingDependencies,
  work: LaneWork,
  rows: ClaimedRow[],
): Promise<void> {
  const { open, stale } = await loadChargeRequests(dependencies.database.pool, rows)
  await finishRequests(dependencies, work, stale, [])
  const { merchantId, chain } = work
  const assets = await listActiveAssets(dependencies, { merchantId, network: chain.network })
  const isActive = ({ subscription }: ChargeRequest) => assets.includes(subscription.asset)
  const [active, inactive] = partition(open, isActive)
  await holdBack(dependencies, inactive, 'AssetInactive')
  const ready = await postponeFailedBefore(dependencies, active)
  if (ready.length) await sendInBatches(dependencies, work, ready)
}

async function sendInBatches(
  dependencies: SendingDependencies,
  work: LaneWork,
  requests: ChargeRequest[],
): Promise<void> {
  const leastGas = gasLimitOf(requests.slice(0, 1))
  const budget = await openBudget(dependencies, work, requests, leastGas)
  if (!budget) return
  const [tooDear, worthIt] = partition(requests, (request) =>
    isTooDear(request, work.chain, budget.limits, budget),
  )
  await holdBack(dependencies, tooDear, 'GasCostAboveLimit')
  for (const batch of batchesOf(work.chain, worthIt))
    if (budget.room.places > 0) await sendBatch(dependencies, work, budget, batch)
    else await postponeRequests(dependencies, rowsOf(batch), fullLaneMs, waitFor('FullLane'))
}

async function sendBatch(
  dependencies: SendingDependencies,
  work: LaneWork,
  budget: GasBudget,
  requests: ChargeRequest[],
): Promise<void> {
  const verdicts = await preCheck(dependencies, work.chain, requests)
  const ready = requests.filter((_, index) => verdicts[index]!.outcome === 'ready')
  const failing = requests.filter((_, index) => verdicts[index]!.outcome === 'fails')
  const limitFor = (count: number) => gasLimitOf(ready.slice(0, count))
  const passengers = ready.slice(0, spendOnBatch(budget, ready.length, limitFor))
  const messages = requests.flatMap(({ row }, index) => failureOf(row, verdicts[index]!))
  if (passengers.length)
    messages.push(
      composeChargeTransaction(work.chain, budget.wallet, passengers, dependencies.clock.now()),
    )
  await finishRequests(dependencies, work, rowsOf([...failing, ...passengers]), messages)

  await postponeUnpaid(dependencies, work, budget, ready.slice(passengers.length), limitFor(1))
  await postponeWaiting(dependencies, requests, verdicts)
}

const failureOf = (row: ClaimedRow, verdict: Verdict): Message[] =>
  verdict.outcome === 'fails'
    ? [createAnswer(row, 'failed', { type: 'charge.attemptFailed', reason: verdict.reason })]
    : []

/** Splits requests into batches; activations and later charges are different calls, so they go apart. */
function batchesOf({ gas }: ConnectedChain, requests: ChargeRequest[]): ChargeRequest[][] {
  const activations = requests.filter(({ isInitial }) => isInitial)
  const charges = requests.filter(({ isInitial }) => !isInitial)
  const { gasPerTransactionMax } = gas
  return [
    ...chunksOf(
      activations,
      countFittingItems(activationsMax, gasLimitOfActivations, gasPerTransactionMax),
    ),
    ...chunksOf(charges, countFittingItems(chargesMax, gasLimitOfCharges, gasPerTransactionMax)),
  ]
}
