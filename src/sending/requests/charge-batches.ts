/**
 * Puts charges that are due into batch transactions, up to 200 each, activations up to 50. What
 * would fail is dropped before, by the same question to the chain that decides the rest.
 */
import type { ConnectedChain } from '../../chain/clients.ts'
import {
  activationsMax,
  chargesMax,
  gasLimitOfActivations,
  gasLimitOfCharges,
  itemsFitting,
} from '../../chain/gas/gas-limits.ts'
import { batchOf, gasLimitOf } from '../../chain/transaction-inputs.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { partition } from '../../shared/partition.ts'
import type { Message } from '../../shared/message.ts'
import { listActiveAssets } from '../../store/merchants/assets.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
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
  const off = open.filter(({ subscription }) => !assets.includes(subscription.asset))
  await holdBack(dependencies, off, 'AssetInactive')
  const on = open.filter((request) => !off.includes(request))
  const ready = await postponeFailedBefore(dependencies, on)
  if (ready.length) await board(dependencies, work, ready)
}

async function board(
  dependencies: SendingDependencies,
  work: LaneWork,
  requests: ChargeRequest[],
): Promise<void> {
  const leastGas = gasLimitOf(requests.slice(0, 1))
  const budget = await openBudget(dependencies, work, requests, leastGas)
  if (!budget) return
  const [dear, worth] = partition(requests, (request) =>
    isTooDear(request, work.chain, budget.limits, budget),
  )
  await holdBack(dependencies, dear, 'GasCostAboveLimit')
  for (const batch of batchesOf(work.chain, worth))
    if (budget.slots > 0) await boardBatch(dependencies, work, budget, batch)
    else await postponeRequests(dependencies, rowsOf(batch), fullLaneMs, 'the lane is full')
}

async function boardBatch(
  dependencies: SendingDependencies,
  work: LaneWork,
  budget: GasBudget,
  requests: ChargeRequest[],
): Promise<void> {
  const verdicts = await preCheck(dependencies, work.chain, requests)
  const ready = requests.filter((_, index) => verdicts[index]!.kind === 'ready')
  const failing = requests.filter((_, index) => verdicts[index]!.kind === 'fails')
  const limitFor = (count: number) => gasLimitOf(ready.slice(0, count))
  const riding = ready.slice(0, spendOnBatch(budget, ready.length, limitFor))
  const messages = requests.flatMap(({ row }, index) => failureOf(row, verdicts[index]!))
  if (riding.length)
    messages.push(batchOf(work.chain, budget.wallet, riding, dependencies.clock.now()))
  await finishRequests(dependencies, work, rowsOf([...failing, ...riding]), messages)

  await postponeUnpaid(dependencies, budget, ready.slice(riding.length))
  await postponeWaiting(dependencies, requests, verdicts)
}

const failureOf = (row: ClaimedRow, verdict: Verdict): Message[] =>
  verdict.kind === 'fails'
    ? [createAnswer(row, 'failed', { type: 'charge.attemptFailed', reason: verdict.reason })]
    : []

/** Activations and later charges are different calls, so they travel apart. */
function batchesOf({ gas }: ConnectedChain, requests: ChargeRequest[]): ChargeRequest[][] {
  const activations = requests.filter(({ isInitial }) => isInitial)
  const charges = requests.filter(({ isInitial }) => !isInitial)
  const { gasPerTransactionMax } = gas
  return [
    ...chunksOf(
      activations,
      itemsFitting(activationsMax, gasLimitOfActivations, gasPerTransactionMax),
    ),
    ...chunksOf(charges, itemsFitting(chargesMax, gasLimitOfCharges, gasPerTransactionMax)),
  ]
}
