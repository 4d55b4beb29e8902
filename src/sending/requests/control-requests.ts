/** Freezes, unfreezes and cancels subscriptions on chain, each in a transaction of its own. */
import type { Address } from 'viem'
import { call } from 'viem/actions'
import { reading } from '../../chain/chain-errors.ts'
import { hasCode } from '../../chain/contract-state.ts'
import { gasLimitOfControl } from '../../chain/gas/gas-limits.ts'
import { revertRefusalOf } from '../previews.ts'
import { findSubscriptions, type KnownSubscription } from '../../chain/subscriptions.ts'
import { type Control, controlCall, controlOf } from '../../chain/transaction-inputs.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { findCancelUnderWay } from './cancel-checks.ts'
import { findGasWallet, readGasBudget, spend } from '../gas-wallets.ts'
import { judgeCancel, judgeDraftCancel } from './needless-cancels.ts'
import { answer, type ChainRelayRoom, type LaneWork } from '../dependencies.ts'
import { end, keep } from '../finish-requests.ts'

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
  room: ChainRelayRoom,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const { chain } = work
  const control = controls[row.name]!
  const [subscription] = (await findSubscriptions(room.database.pool, [row.entityId])).values()
  if (!subscription) return end(room, work, [row], [])
  // What was to be ended has gone on meanwhile, or is over.
  const isStale = control === 'cancel' && subscription.status !== 'PendingCancel'
  if (isStale) return end(room, work, [row], [])
  const isRepeated = control === 'cancel' && (await findCancelUnderWay(room.database.pool, row))
  if (isRepeated) return end(room, work, [row], [])
  const isDeployed = await hasCode(chain.reader, subscription.contractAddress as Address)
  if (control === 'cancel') {
    const judge = isDeployed ? judgeCancel : judgeDraftCancel
    const verdict = await judge(chain, subscription, row)
    if (verdict.kind === 'needless') return end(room, work, [row], [verdict.message])
    if (verdict.kind === 'wait') return keep(room, [row], aliveLookMs, verdict.why)
  }
  const wallet = await findGasWallet(room.database, work.merchantId, chain)
  if (!wallet) return keep(room, [row], lookAgainMs, 'GasWalletEmpty')

  const refusal = await findRefusal(work, wallet, control, subscription, isDeployed)
  if (refusal) {
    const refused = { type: 'request.refused', operation: control, reason: refusal }
    return end(room, work, [row], [answer(row, 'refused', refused)])
  }
  const budget = await readGasBudget(room.database, work.merchantId, chain, wallet)
  if (!spend(budget, gasLimitOfControl(control))) {
    const why =
      budget.closedFor ?? (budget.inFlight === 0 ? budget.emptyReason : 'the gas is spoken for')
    return keep(room, [row], lookAgainMs, why)
  }
  const origin = { seed: row.id, cause: row.cause, at: room.clock.now() }
  const creation = controlOf(chain, wallet, control, subscription, isDeployed, origin)
  await end(room, work, [row], [creation])
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
    await reading(() => call(chain.reader, { account: wallet, to, data, blockTag: 'pending' }))
    return null
  } catch (error) {
    const refusal = revertRefusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}
