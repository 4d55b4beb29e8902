/**
 * Moves confirmed deposits on to their receiver, up to 100 in a transaction. What is empty, or would
 * be refused, is found out before by a question to the chain, and costs no gas.
 */
import { type LeftInDeposit, leftInDeposits } from '../../chain/deposits/left-in-deposits.ts'
import { reasonsOfRefusedSweeps } from '../../chain/deposits/sweep-refusals.ts'
import { type SweepRoute, sweepOf } from '../../chain/deposits/sweep-transactions.ts'
import { gasLimitOfSweeps, itemsFitting, sweepsMax } from '../../chain/gas/gas-limits.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { partition } from '../../shared/partition.ts'
import { backoffMs } from '../../shared/retry.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { waitingForDepth, waitingForToken } from '../../store/pending-work.ts'
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
import { preCheckSweeps, type SweepVerdict, type Undecided } from './sweep-pre-check.ts'
import { findSweepsInFlight, loadSweepRequests, type SweepRequest } from './sweep-requests.ts'

const emptyLookMs = 500
const undecidedLookMs = 10_000
const depthLookMs = 5_000
/** So often a deposit may look empty that our logs say is not: the node may be behind them. */
const emptyLooksMax = 20
/** The first look again, and the longest wait between two; together some days. */
const refusedLookMs = 10_000
const refusedLookMsMax = 60 * 60_000
const refusedLooksMax = 100
/** Charges come first, also those that are asked for a moment later. */
const slotsForCharges = 1

/** Handles the requests of one lane that go to one receiver in one token. */
export async function handleSweeps(
  dependencies: SendingDependencies,
  work: LaneWork,
  route: SweepRoute,
  rows: ClaimedRow[],
): Promise<void> {
  const { database } = dependencies
  const { requests, repeated } = await loadSweepRequests(database.pool, rows)
  await finishRequests(dependencies, work, repeated, [])
  const budget = await openBudget(dependencies, work, requests, gasLimitOfSweeps(1))
  if (!budget) return
  const flying = await findSweepsInFlight(database.pool, work.chain.name, budget.wallet)
  const [following, ready] = partition(requests, ({ paymentId }) => flying.has(paymentId))
  await postponeRequests(dependencies, rowsOf(following), fullLaneMs, 'a sweep of it is on its way')
  const { gasPerTransactionMax } = work.chain.gas
  const countMax = itemsFitting(sweepsMax, gasLimitOfSweeps, gasPerTransactionMax)
  for (const batch of chunksOf(ready, countMax))
    if (budget.slots > slotsForCharges) await sweepBatch(dependencies, work, route, budget, batch)
    else await postponeRequests(dependencies, rowsOf(batch), fullLaneMs, 'the lane is full')
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
  const riding = full.slice(0, spendOnBatch(budget, full.length, gasLimitOfSweeps))
  if (riding.length) {
    const creation = sweepOf(chain, budget.wallet, route, riding, dependencies.clock.now())
    await finishRequests(dependencies, work, rowsOf(riding), [creation])
  }
  await postponeUnpaid(dependencies, budget, full.slice(riding.length))
  await holdBackRefused(dependencies, work, route, requests, verdicts)
  await keepUndecided(dependencies, requests, verdicts)
  const empty = requests.filter((_, index) => verdicts[index] === 0n)
  await endEmpty(dependencies, work, route, empty)
}

/** What would move, and how much of it. */
const depositsOf = (requests: SweepRequest[], verdicts: SweepVerdict[]): FullDeposit[] =>
  requests.flatMap((request, index) => {
    const baseUnits = verdicts[index]
    return typeof baseUnits === 'bigint' && baseUnits > 0n ? [{ request, baseUnits }] : []
  })

/** A token that is paused today may move tomorrow: it is asked again, after longer and longer. */
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
  const said = await reasonsOfRefusedSweeps(work.chain.nodes, route, deposits)
  for (const { request, refusal } of refused) {
    const { row } = request
    const reason = said[deposits.indexOf(request.depositAddress)] ?? refusal
    const delayMs = backoffMs(row.attempts, refusedLookMs, refusedLookMsMax)
    if (row.attempts > refusedLooksMax)
      await finishRequests(dependencies, work, [row], [failed(row, reason)])
    else
      await postponeRequests(
        dependencies,
        [row],
        delayMs,
        waitingForToken,
        createHeldBackMessages([request], reason),
      )
  }
}

const isUndecided = (verdict: SweepVerdict): verdict is Undecided =>
  verdict === 'NodesDiffer' || verdict === 'NodesSilent'

/** Nodes may be a block apart: that they do not agree is told when it lasts. It never ends a sweep. */
async function keepUndecided(
  dependencies: SendingDependencies,
  requests: SweepRequest[],
  verdicts: SweepVerdict[],
): Promise<void> {
  for (const [index, request] of requests.entries()) {
    const verdict = verdicts[index]!
    if (!isUndecided(verdict)) continue
    const isNew = request.row.lastError !== verdict
    const messages = isNew ? [] : createHeldBackMessages([request], verdict)
    await postponeRequests(
      dependencies,
      [request.row],
      isNew ? emptyLookMs : undecidedLookMs,
      verdict,
      messages,
    )
  }
}

/** Somebody else may have swept, or the money never came; or the node has not seen it yet. */
async function endEmpty(
  dependencies: SendingDependencies,
  work: LaneWork,
  { token }: SweepRoute,
  requests: SweepRequest[],
): Promise<void> {
  if (!requests.length) return
  const ids = requests.map(({ paymentId }) => paymentId)
  const left = await leftInDeposits(dependencies.database.pool, ids, token)
  const leftOf = (of: keyof LeftInDeposit) => (request: SweepRequest) =>
    (left.get(request.paymentId)?.[of] ?? 0n) > 0n
  const [toConfirm, done] = partition(requests, leftOf('confirmed'))
  const [full, moving] = partition(toConfirm, leftOf('seen'))
  const [given, waiting] = partition(full, ({ row }) => row.attempts > emptyLooksMax)
  const messages = given.map(({ row }) => failed(row, 'DepositEmpty'))
  await finishRequests(dependencies, work, rowsOf([...done, ...given]), messages)
  await postponeRequests(dependencies, rowsOf(moving), depthLookMs, waitingForDepth)
  await postponeRequests(dependencies, rowsOf(waiting), emptyLookMs, 'the deposit looks empty')
}

const failed = (row: ClaimedRow, reason: string) =>
  createAnswer(row, 'failed', { type: 'payment.sweepFailed', reason })
