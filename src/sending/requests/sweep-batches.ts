/**
 * Moves confirmed deposits on to their receiver, up to 100 in a transaction. A preview on chain, which
 * costs no gas, sorts out before which of them are empty or would be refused.
 */
import { type LeftInDeposit, sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import { explainRefusedSweeps } from '../../chain/deposits/sweep-refusals.ts'
import {
  type SweepRoute,
  composeSweepTransaction,
} from '../../chain/deposits/sweep-transactions.ts'
import { gasLimitOfSweeps, countFittingItems, sweepsMax } from '../../chain/gas/gas-limits.ts'
import { toReason } from '../../chain/refusals.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { partition } from '../../shared/partition.ts'
import { type ClaimedRow, timesSeen } from '../../store/engine/outbox.ts'
import { waitFor } from '../../core/reasons/wait-reasons.ts'
import { type GasBudget, spendOnBatch } from '../gas-wallets.ts'
import {
  fullLaneMs,
  createHeldBackMessages,
  postponeUnpaid,
  openBudget,
  rowsOf,
} from '../hold-back.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'
import { type FullDeposit, leaveWorthless } from './sweep-leaving.ts'
import { preCheckSweeps, type SweepVerdict, type UndecidedSweep } from './sweep-pre-check.ts'
import { findSweepsInFlight, sortSweepRequests, type SweepRequest } from './sweep-requests.ts'
import type { ReasonName } from '../../../machines/reasons.ts'
import { backoffMs } from '../../shared/time.ts'

const emptyRetryMs = 500
const undecidedRetryMs = 10_000
const depthRetryMs = 5_000
/** Times that a deposit may look empty although our logs say that it is not: the node may be behind them. */
const emptyTimesMax = 20
/** Delay of the first retry, and the longest between two; all of them together take some days. */
const refusedRetryMs = 10_000
const refusedRetryMsMax = 60 * 60_000
const refusedTimesMax = 100
/** Transactions left to charges, which come first, also those that are requested a moment later. */
const placesForCharges = 1

/** Handles the requests of one lane that go to one receiver in one token. */
export async function handleSweeps(
  dependencies: SendingDependencies,
  work: LaneWork,
  route: SweepRoute,
  rows: ClaimedRow[],
): Promise<void> {
  const { database } = dependencies
  const { requests, repeated } = sortSweepRequests(rows)
  await finishRequests(dependencies, work, repeated, [])
  const budget = await openBudget(dependencies, work, requests, gasLimitOfSweeps(1))
  if (!budget) return
  const inFlight = await findSweepsInFlight(database.pool, work.chain.name, budget.wallet)
  const [sent, ready] = partition(requests, ({ paymentId }) => inFlight.has(paymentId))
  await postponeRequests(dependencies, rowsOf(sent), fullLaneMs, waitFor('SweepUnderWay'))
  const { gasPerTransactionMax } = work.chain.gas
  const countMax = countFittingItems(sweepsMax, gasLimitOfSweeps, gasPerTransactionMax)
  for (const batch of chunksOf(ready, countMax))
    if (budget.room.places > placesForCharges)
      await sweepBatch(dependencies, work, route, budget, batch)
    else await postponeRequests(dependencies, rowsOf(batch), fullLaneMs, waitFor('FullLane'))
}

async function sweepBatch(
  dependencies: SendingDependencies,
  work: LaneWork,
  route: SweepRoute,
  budget: GasBudget,
  requests: SweepRequest[],
): Promise<void> {
  const { chain } = work
  const verdicts = await preCheckSweeps(dependencies, chain, route, requests)
  const full = await leaveWorthless(
    dependencies,
    work,
    route,
    budget,
    depositsOf(requests, verdicts),
  )
  const passengers = full.slice(0, spendOnBatch(budget, full.length, gasLimitOfSweeps))
  if (passengers.length) {
    const creation = composeSweepTransaction(
      chain,
      budget.wallet,
      route,
      passengers,
      dependencies.clock.now(),
    )
    await finishRequests(dependencies, work, rowsOf(passengers), [creation])
  }
  const unsent = full.slice(passengers.length)
  await postponeUnpaid(dependencies, work, budget, unsent, gasLimitOfSweeps(1))
  await holdBackRefused(dependencies, work, route, requests, verdicts)
  await postponeUndecided(dependencies, requests, verdicts)
  const empty = requests.filter((_, index) => verdicts[index] === 0n)
  await finishEmpty(dependencies, work, route, empty)
}

/** The deposits that would move, with the amount of each. */
const depositsOf = (requests: SweepRequest[], verdicts: SweepVerdict[]): FullDeposit[] =>
  requests.flatMap((request, index) => {
    const baseUnits = verdicts[index]
    return typeof baseUnits === 'bigint' && baseUnits > 0n ? [{ request, baseUnits }] : []
  })

/** Holds refused sweeps back: a token that is paused today may move tomorrow, so they are tried again, later and later. */
async function holdBackRefused(
  dependencies: SendingDependencies,
  work: LaneWork,
  route: SweepRoute,
  requests: SweepRequest[],
  verdicts: SweepVerdict[],
): Promise<void> {
  const refused = requests.flatMap((request, index) => {
    const refusal = verdicts[index]!
    return typeof refusal === 'bigint' || isUndecided(refusal) ? [] : [{ request, refusal }]
  })
  const unexplained = refused.filter(({ refusal }) => refusal === 'TransferFailed')
  const deposits = unexplained.map(({ request }) => request.depositAddress)
  const reasons = await explainRefusedSweeps(work.chain.nodes, route, deposits)
  for (const { request, refusal } of refused) {
    const { row } = request
    const reason = reasons[deposits.indexOf(request.depositAddress)] ?? toReason(refusal)
    const times = timesSeen(row, 'SweepRefused')
    const delayMs = backoffMs(times, refusedRetryMs, refusedRetryMsMax)
    if (times > refusedTimesMax)
      await finishRequests(dependencies, work, [row], [failed(row, reason)])
    else
      await postponeRequests(
        dependencies,
        [row],
        delayMs,
        { ...waitFor('Token'), sighting: 'SweepRefused' },
        await createHeldBackMessages(dependencies, [request], reason),
      )
  }
}

const isUndecided = (verdict: SweepVerdict): verdict is UndecidedSweep =>
  verdict === 'NodesDiffer' || verdict === 'NodesSilent'

/** Postpones what nodes do not agree on, and reports it when it lasts: they may be a block apart. It never ends a sweep. */
async function postponeUndecided(
  dependencies: SendingDependencies,
  requests: SweepRequest[],
  verdicts: SweepVerdict[],
): Promise<void> {
  for (const [index, request] of requests.entries()) {
    const verdict = verdicts[index]!
    if (!isUndecided(verdict)) continue
    const isNew = request.row.waitsFor !== verdict
    const messages = isNew ? [] : await createHeldBackMessages(dependencies, [request], verdict)
    await postponeRequests(
      dependencies,
      [request.row],
      isNew ? emptyRetryMs : undecidedRetryMs,
      waitFor(verdict),
      messages,
    )
  }
}

/**
 * Finishes or postpones sweeps of empty deposits: somebody else may have swept, or the money never came,
 * or the node has not seen it yet.
 */
async function finishEmpty(
  dependencies: SendingDependencies,
  work: LaneWork,
  { token }: SweepRoute,
  requests: SweepRequest[],
): Promise<void> {
  if (!requests.length) return
  const ids = requests.map(({ paymentId }) => paymentId)
  const left = await sumLeftInDeposits(dependencies.database.pool, ids, token)
  const leftOf = (of: keyof LeftInDeposit) => (request: SweepRequest) =>
    (left.get(request.paymentId)?.[of] ?? 0n) > 0n
  const [toConfirm, done] = partition(requests, leftOf('confirmed'))
  const [full, moving] = partition(toConfirm, leftOf('seen'))
  const isBelieved = ({ row }: SweepRequest) => timesSeen(row, 'EmptyDeposit') > emptyTimesMax
  const [givenUp, waiting] = partition(full, isBelieved)
  const messages = givenUp.map(({ row }) => failed(row, 'DepositEmpty'))
  await finishRequests(dependencies, work, rowsOf([...done, ...givenUp]), messages)
  await postponeRequests(dependencies, rowsOf(moving), depthRetryMs, waitFor('Depth'))
  await postponeRequests(dependencies, rowsOf(waiting), emptyRetryMs, {
    ...waitFor('EmptyDeposit'),
    sighting: 'EmptyDeposit',
  })
}

const failed = (row: ClaimedRow, reason: ReasonName) =>
  createAnswer(row, 'failed', { type: 'payment.sweepFailed', reason })
