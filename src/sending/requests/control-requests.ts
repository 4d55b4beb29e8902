/** Freezes, unfreezes and cancels subscriptions on chain, each in a transaction of its own. */
import type { Address } from 'viem'
import { call } from 'viem/actions'
import { readFromChain } from '../../chain/chain-errors.ts'
import { hasCode } from '../../chain/contract-state.ts'
import { gasLimitOfControl } from '../../chain/gas/gas-limits.ts'
import { revertRefusalOf } from '../previews.ts'
import { findSubscriptions, type KnownSubscription } from '../../chain/rows/subscriptions.ts'
import {
  type Control,
  composeControlCall,
  composeControlTransaction,
} from '../../chain/transaction-inputs.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import { waitFor } from '../../core/reasons/wait-reasons.ts'
import { findCancelUnderWay } from './cancel-checks.ts'
import { findGasWallet, readGasBudget, spendOnTransaction } from '../gas-wallets.ts'
import { judgeCancel, judgeDraftCancel } from './needless-cancels.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'

const retryMs = 2_000
/** Delay of a cancellation while nodes disagree, or while a contract that should have lapsed has not. */
const undecidedRetryMs = 5_000

const controls: Record<string, Control> = {
  requestFreeze: 'freeze',
  requestUnfreeze: 'unfreeze',
  requestCancel: 'cancel',
}

export const isControlRequest = ({ name }: ClaimedRow): boolean => name in controls

/** Asks the chain whether the control would be allowed now; then creates its transaction, or reports the refusal. */
export async function handleControl(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const { chain } = work
  const control = controls[row.name]!
  const [subscription] = (
    await findSubscriptions(dependencies.database.pool, [row.entityId])
  ).values()
  if (!subscription) return finishRequests(dependencies, work, [row], [])
  if (control === 'cancel' && (await isStaleCancel(dependencies, subscription, row)))
    return finishRequests(dependencies, work, [row], [])
  const isDeployed = await hasCode(chain.reader, subscription.contractAddress as Address)
  if (control === 'cancel') {
    const judge = isDeployed ? judgeCancel : judgeDraftCancel
    const verdict = await judge(chain, subscription, row)
    if (verdict.outcome === 'needless')
      return finishRequests(dependencies, work, [row], [verdict.message])
    if (verdict.outcome === 'wait') {
      const wait = waitFor('NeededCancel', verdict.why)
      return postponeRequests(dependencies, [row], undecidedRetryMs, wait)
    }
  }
  const wallet = await findGasWallet(dependencies.database, work.merchantId, chain)
  if (!wallet) return postponeRequests(dependencies, [row], retryMs, waitFor('GasWalletEmpty'))

  const refusal = await findRefusal(work, wallet, control, subscription, isDeployed)
  if (refusal) {
    const refused = { type: 'request.refused', operation: control, reason: refusal }
    return finishRequests(dependencies, work, [row], [createAnswer(row, 'refused', refused)])
  }
  const budget = await readGasBudget(dependencies.database, work.merchantId, chain, wallet)
  if (!spendOnTransaction(budget, gasLimitOfControl(control))) {
    const why = budget.closedFor ?? (budget.inFlight === 0 ? budget.emptyReason : 'GasInFlight')
    return postponeRequests(dependencies, [row], retryMs, waitFor(why))
  }
  const origin = { seed: row.id, cause: row.cause, at: dependencies.clock.now() }
  const creation = composeControlTransaction(
    chain,
    wallet,
    control,
    subscription,
    isDeployed,
    origin,
  )
  await finishRequests(dependencies, work, [row], [creation])
}

/** The subscription has gone on or ended meanwhile, or the same cancellation is on its way already. */
const isStaleCancel = async (
  { database }: SendingDependencies,
  { status }: KnownSubscription,
  row: ClaimedRow,
): Promise<boolean> => status !== 'PendingCancel' || (await findCancelUnderWay(database.pool, row))

async function findRefusal(
  { chain }: LaneWork,
  wallet: Address,
  control: Control,
  subscription: KnownSubscription,
  isDeployed: boolean,
): Promise<string | null> {
  if (!isDeployed && control !== 'cancel') return 'NotStarted'
  const { to, data } = composeControlCall(chain, control, subscription, isDeployed)
  try {
    await readFromChain(() =>
      call(chain.reader, { account: wallet, to, data, blockTag: 'pending' }),
    )
    return null
  } catch (error) {
    const refusal = revertRefusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}
