/**
 * Sends payers' permits, each in a transaction of its own. Nobody may make a merchant spend gas that earns
 * nothing: a permit is sent only for a subscription that can use it and a payer who has the money, after it has
 * been tried on the chain, and only so many within a day.
 */
import type { Message } from '../../shared/message.ts'
import { backoffMs } from '../../shared/time.ts'
import { composePermitTransaction } from '../../chain/transaction-inputs.ts'
import { createFundsMessage } from '../../chain/funds-message.ts'
import { readFunds } from '../../chain/funds.ts'
import { gasLimitOfPermit } from '../../chain/gas/gas-limits.ts'
import {
  findSubscriptions,
  fundsQuestionOf,
  type KnownSubscription,
} from '../../chain/rows/subscriptions.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import { isPermitTooMany, mayUseAllowance } from '../../store/views/payers/permit-limits.ts'
import { waitFor } from '../../core/reasons/wait-reasons.ts'
import { createAnswer, type LaneWork, type SendingDependencies } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'
import { type GasBudget, spendOnTransaction } from '../gas-wallets.ts'
import { fullLaneMs, holdBack, openBudget } from '../hold-back.ts'
import { isPermitTooDear } from './charge-cost.ts'
import { findPermit, isOtherUnderWay, type KnownPermit } from './permit-lookups.ts'
import { preCheckPermit } from './permit-pre-check.ts'
import type { PermitVerdict } from '../../chain/permits/explain-permit.ts'
import { endOfBlock } from '../../chain/rows/position.ts'

const otherUnderWayRetryMs = 1_000
/** Money that has to come first takes a while: for a payer who has none nobody asks the merchant's nodes every other second. */
const moneyRetry = { ms: 2_000, msMax: 30_000 }
/** A permit with less time left is not sent: it would hardly be mined before its deadline. */
const timeLeftMinMs = 15_000

type PermitRequest = { row: ClaimedRow; permit: KnownPermit; subscription: KnownSubscription }

export const isPermitRequest = ({ name }: ClaimedRow): boolean => name === 'requestPermit'

/** Tries the permit on the chain; then creates its transaction, or reports why not. */
export async function handlePermit(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const { pool } = dependencies.database
  const permit = await findPermit(pool, row.entityId)
  const [subscription] = (
    await findSubscriptions(pool, permit ? [permit.contractAddress] : [])
  ).values()
  if (permit?.status !== 'Waiting' || !subscription)
    return finishRequests(dependencies, work, [row], [])
  const asked = { row, permit, subscription }
  const now = dependencies.clock.now()
  if (Date.parse(permit.deadline) - now.getTime() < timeLeftMinMs)
    return end(dependencies, work, asked, { type: 'permit.expired', reason: 'DeadlinePassed' })
  if (!mayUseAllowance(subscription)) return refuse(dependencies, work, asked, 'SubscriptionEnded')
  if (await isPermitTooMany(pool, permit, dependencies.clock.realNow()))
    return refuse(dependencies, work, asked, 'TooManyPermits')
  if (await isOtherUnderWay(pool, permit))
    return postponeRequests(dependencies, [row], otherUnderWayRetryMs, waitFor('PermitUnderWay'))
  // An approval that nothing stands behind would cost its merchant gas, and nobody else anything.
  const { receiver, amount } = subscription
  const balanceMin = BigInt(amount)
  const verdict = await preCheckPermit(work.chain, { permit, receiver, balanceMin })
  return follow(dependencies, work, asked, verdict)
}

function follow(
  dependencies: SendingDependencies,
  work: LaneWork,
  asked: PermitRequest,
  verdict: PermitVerdict,
): Promise<void> {
  if (verdict === 'Ready') return send(dependencies, work, asked)
  if (verdict === 'InsufficientBalance') {
    const { ms, msMax } = moneyRetry
    return holdBack(dependencies, [asked], verdict, backoffMs(asked.row.attempts, ms, msMax))
  }
  if (isWaiting(verdict)) return holdBack(dependencies, [asked], verdict)
  return end(dependencies, work, asked, {
    type: endings[verdict] ?? 'permit.refused',
    reason: verdict,
  })
}

const endings: Partial<Record<PermitVerdict, string>> = {
  AlreadyAllowed: 'permit.used',
  PermitNonceUsed: 'permit.superseded',
  DeadlinePassed: 'permit.expired',
}

const waits = ['NodesDiffer', 'NodesSilent'] as const
const isWaiting = (verdict: PermitVerdict): verdict is (typeof waits)[number] =>
  (waits as readonly PermitVerdict[]).includes(verdict)

async function send(
  dependencies: SendingDependencies,
  work: LaneWork,
  asked: PermitRequest,
): Promise<void> {
  const { row, permit, subscription } = asked
  const waiting = [asked]
  const budget = await openBudget(dependencies, work, waiting, gasLimitOfPermit)
  if (!budget) return
  if (!budget.limits.relaysPermits) return refuse(dependencies, work, asked, 'RelayOff')
  if (isPermitTooDear(subscription, work.chain, budget.limits, budget))
    return holdBack(dependencies, waiting, 'GasCostAboveLimit')
  if (!spendOnTransaction(budget, gasLimitOfPermit))
    return postponeUnsent(dependencies, budget, asked)
  const creation = composePermitTransaction(work.chain, budget.wallet, permit, {
    seed: row.id,
    cause: row.cause,
    at: dependencies.clock.now(),
  })
  await finishRequests(dependencies, work, [row], [creation])
}

const postponeUnsent = (
  dependencies: SendingDependencies,
  { inFlight, emptyReason }: GasBudget,
  asked: PermitRequest,
): Promise<void> =>
  inFlight === 0
    ? holdBack(dependencies, [asked], emptyReason)
    : postponeRequests(dependencies, [asked.row], fullLaneMs, waitFor('GasInFlight'))

const refuse = (
  dependencies: SendingDependencies,
  work: LaneWork,
  asked: PermitRequest,
  reason: string,
): Promise<void> => end(dependencies, work, asked, { type: 'permit.refused', reason })

/** Ends a permit that is not sent, and reports to its subscription what is allowed now, whoever saw to that. */
async function end(
  dependencies: SendingDependencies,
  work: LaneWork,
  { row, subscription }: PermitRequest,
  event: Message['event'],
): Promise<void> {
  const seen = await readFunds(work.chain.reader, [fundsQuestionOf(subscription)])
  const position = endOfBlock(seen.blockNumber)
  await finishRequests(
    dependencies,
    work,
    [row],
    [
      createAnswer(row, 'ended', event),
      createFundsMessage(`${row.id}/funds`, subscription, seen.funds[0]!, position, row.cause),
    ],
  )
}
