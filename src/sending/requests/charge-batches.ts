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
import { chunksOf, mapInChunks } from '../../shared/chunks-of.ts'
import { partition } from '../../shared/partition.ts'
import type { Message } from '../../shared/message.ts'
import { listActiveAssets } from '../../store/merchants/assets.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import { isTooDear } from './charge-cost.ts'
import { type ChargeRequest, loadChargeRequests } from './charge-requests.ts'
import { postponeFailedBefore } from './failed-before.ts'
import { type GasBudget, spendOnBatch } from '../gas-wallets.ts'
import { holdBack, postponeUnpaid, openBudget, rowsOf } from '../hold-back.ts'
import { preCheck, type PreCheckVerdict } from './pre-check.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { finishRequests } from '../finish-requests.ts'
import { postponeWaiting } from './waiting-charges.ts'

/**
 * Requests in one preview: two transactions' worth, which nodes still answer. Each preview runs after all
 * that waits in the node's pool, so fewer of them cost it less.
 */
const activationsPreviewedMax = 2 * activationsMax
const chargesPreviewedMax = 2 * chargesMax
/** Previews that are asked for at once: a distant node takes longer for the way than for them. */
const previewsAtOnceMax = 8

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
  const preview = () => previewAll(dependencies, work.chain, requests)
  // A preview would be asked for in vain every other second while nothing can be sent.
  const ahead = work.isTrying ? null : preview()
  ahead?.catch(() => undefined)
  const leastGas = gasLimitOf(requests.slice(0, 1))
  const budget = await openBudget(dependencies, work, requests, leastGas)
  if (!budget) return
  const [tooDear, worthIt] = partition(requests, (request) =>
    isTooDear(request, work.chain, budget.limits, budget),
  )
  await holdBack(dependencies, tooDear, 'GasCostAboveLimit')
  const verdicts = await (ahead ?? preview())
  for (const some of partition(worthIt, ({ isInitial }) => isInitial))
    if (some.length) await sendThose(dependencies, work, budget, some, verdicts)
}

type Verdicts = Map<ChargeRequest, PreCheckVerdict>

async function previewAll(
  dependencies: SendingDependencies,
  chain: ConnectedChain,
  requests: ChargeRequest[],
): Promise<Verdicts> {
  const [activations, charges] = partition(requests, ({ isInitial }) => isInitial)
  const previewed = [
    ...chunksOf(activations, activationsPreviewedMax),
    ...chunksOf(charges, chargesPreviewedMax),
  ]
  const verdicts: Verdicts = new Map()
  await mapInChunks(previewed, previewsAtOnceMax, async (some) => {
    const found = await preCheck(dependencies, chain, some)
    for (const [index, request] of some.entries()) verdicts.set(request, found[index]!)
  })
  return verdicts
}

/** Sends those of the requests that would go through now. All of them are activations, or none is. */
async function sendThose(
  dependencies: SendingDependencies,
  work: LaneWork,
  budget: GasBudget,
  requests: ChargeRequest[],
  found: Verdicts,
): Promise<void> {
  const verdicts = requests.map((request) => found.get(request)!)
  const failures = requests.flatMap(({ row }, index) => failureOf(row, verdicts[index]!))
  const failing = requests.filter((_, index) => verdicts[index]!.outcome === 'fails')
  await finishRequests(dependencies, work, rowsOf(failing), failures)
  const ready = requests.filter((_, index) => verdicts[index]!.outcome === 'ready')
  for (const batch of batchesOf(work.chain, ready))
    await sendBatch(dependencies, work, budget, batch)
  await postponeWaiting(dependencies, requests, verdicts)
}

async function sendBatch(
  dependencies: SendingDependencies,
  work: LaneWork,
  budget: GasBudget,
  ready: ChargeRequest[],
): Promise<void> {
  const limitFor = (count: number) => gasLimitOf(ready.slice(0, count))
  const passengers = ready.slice(0, spendOnBatch(budget, ready.length, limitFor))
  if (passengers.length) {
    const { chain } = work
    const at = dependencies.clock.now()
    const creation = composeChargeTransaction(chain, budget.wallet, passengers, at)
    await finishRequests(dependencies, work, rowsOf(passengers), [creation])
  }
  const unsent = ready.slice(passengers.length)
  await postponeUnpaid(dependencies, work, budget, unsent, limitFor(1))
}

const failureOf = (row: ClaimedRow, verdict: PreCheckVerdict): Message[] =>
  verdict.outcome === 'fails'
    ? [createAnswer(row, 'failed', { type: 'charge.attemptFailed', reason: verdict.reason })]
    : []

/** Splits requests that are all activations, or all not, into batches of one transaction each. */
function batchesOf({ gas }: ConnectedChain, requests: ChargeRequest[]): ChargeRequest[][] {
  const [countMax, limitFor] = requests[0]?.isInitial
    ? ([activationsMax, gasLimitOfActivations] as const)
    : ([chargesMax, gasLimitOfCharges] as const)
  return chunksOf(requests, countFittingItems(countMax, limitFor, gas.gasPerTransactionMax))
}
