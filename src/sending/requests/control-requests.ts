/** Freezes, unfreezes and cancels subscriptions on chain, each in a transaction of its own. */
import type { Address } from 'viem'
import { call } from 'viem/actions'
import { readFromChain } from '../../chain/chain-errors.ts'
import { hasCode } from '../../chain/contract-state.ts'
import { gasLimitOfControl } from '../../chain/gas/gas-limits.ts'
import { revertRefusalOf } from '../previews.ts'
import { findSubscriptions, type KnownSubscription } from '../../chain/subscriptions.ts'
import { type Control, controlCall, controlOf } from '../../chain/transaction-inputs.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { findCancelUnderWay } from './cancel-checks.ts'
import { findGasWallet, readGasBudget, spendOnTransaction } from '../gas-wallets.ts'
import { judgeCancel, judgeDraftCancel } from './needless-cancels.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'

const lookAgainMs = 2_000
/** What nodes do not agree about is asked again after this long, and a contract that was held for dead. */
const aliveLookMs = 5_000

const controls: Record<string, Control> = {
  requestFreeze: 'freeze',
  requestUnfreeze: 'unfreeze',
  requestCancel: 'cancel',
}

export const isControlRequest = ({ name }: ClaimedRow): boolean => name in controls

/** Asks the chain whether it would be allowed now; then sends it, or says why not. */
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
  // What was to be ended has gone on meanwhile, or is over.
  const isStale = control === 'cancel' && subscription.status !== 'PendingCancel'
  if (isStale) return finishRequests(dependencies, work, [row], [])
  const isRepeated =
    control === 'cancel' && (await findCancelUnderWay(dependencies.database.pool, row))
  if (isRepeated) return finishRequests(dependencies, work, [row], [])
  const isDeployed = await hasCode(chain.reader, subscription.contractAddress as Address)
  if (control === 'cancel') {
    const judge = isDeployed ? judgeCancel : judgeDraftCancel
    const verdict = await judge(chain, subscription, row)
    if (verdict.kind === 'needless')
      return finishRequests(dependencies, work, [row], [verdict.message])
    if (verdict.kind === 'wait')
      return postponeRequests(dependencies, [row], aliveLookMs, verdict.why)
  }
  const wallet = await findGasWallet(dependencies.database, work.merchantId, chain)
  if (!wallet) return postponeRequests(dependencies, [row], lookAgainMs, 'GasWalletEmpty')

  const refusal = await findRefusal(work, wallet, control, subscription, isDeployed)
  if (refusal) {
    const refused = { type: 'request.refused', operation: control, reason: refusal }
    return finishRequests(dependencies, work, [row], [createAnswer(row, 'refused', refused)])
  }
  const budget = await readGasBudget(dependencies.database, work.merchantId, chain, wallet)
  if (!spendOnTransaction(budget, gasLimitOfControl(control))) {
    const why =
      budget.closedFor ?? (budget.inFlight === 0 ? budget.emptyReason : 'the gas is spoken for')
    return postponeRequests(dependencies, [row], lookAgainMs, why)
  }
  const origin = { seed: row.id, cause: row.cause, at: dependencies.clock.now() }
  const creation = controlOf(chain, wallet, control, subscription, isDeployed, origin)
  await finishRequests(dependencies, work, [row], [creation])
}

async function findRefusal(
  { chain }: LaneWork,
  wallet: Address,
  control: Control,
  subscription: KnownSubscription,
  isDeployed: boolean,
): Promise<string | null> {
  if (!isDeployed && control !== 'cancel') return 'NotStarted'
  const { to, data } = controlCall(chain, control, subscription, isDeployed)
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
