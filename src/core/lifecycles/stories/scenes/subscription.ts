/** The scenes of a subscription: a monthly one, one of a single period, a later start, and one that replaces another. */
import { dayMs } from '../../../../../machines/durations.ts'
import type { SubscriptionContext } from '../../../../../machines/subscription/subscription.context.ts'
import { SubscriptionInput } from '../../../../../machines/subscription/subscription.events.ts'
import type { MessageEvent } from '../../../../shared/message.ts'
import {
  coins,
  contract,
  daysLater,
  gasWallet,
  hash,
  ids,
  minutesMs,
  momentOf,
  type Moment,
  onChain,
  otherContract,
  owner,
  payer,
  receiver,
  type Scene,
  token,
} from '../scene.ts'

const amount = 12
const periodDays = 30
const allowed = 144
const balance = 310

const terms = {
  contractAddress: contract,
  id: ids.own,
  ...owner,
  ...onChain,
  planId: ids.plan,
  customerId: 'customer-42',
  metadata: null,
  token,
  receiver,
  payer,
  operator: gasWallet,
  amount: coins(amount),
  startFrom: daysLater(0),
  periodDays,
  maxPeriods: 12,
  graceDays: 3,
  activateUntil: daysLater(37),
  createdAt: daysLater(0),
}

const fundsSeen = (allowance: number, has: number): MessageEvent => ({
  type: 'chain.fundsSeen',
  allowance: coins(allowance),
  balance: coins(has),
  position: 1,
})

function eventsAt({ path, context, now }: Moment<'subscription'>): MessageEvent[] {
  if (path.startsWith('Draft')) return draftEvents
  const ways = path.startsWith('Cancelled') ? [] : controlEvents(context, path)
  return [...chargeEvents(context, now, path), ...ways, ...orders]
}

const draftEvents: MessageEvent[] = [
  fundsSeen(allowed, balance),
  { type: 'subscription.activate' },
  { type: 'subscription.cancel' },
]

const orders: MessageEvent[] = [
  { type: 'subscription.pause' },
  { type: 'subscription.unpause' },
  { type: 'subscription.cancelAtPeriodEnd' },
  { type: 'subscription.cancel' },
]

/** Reports on the open charge, and on a charge that nobody can have made. */
function chargeEvents(context: SubscriptionContext, now: number, path: string): MessageEvent[] {
  const { charge, chargesMade } = context
  const begins = chargesMade === 0 ? now : Date.parse(context.nextChargeAt)
  const charged = {
    type: 'chain.charged',
    nextChargeAt: momentOf(begins + periodDays * dayMs),
    chargedAt: momentOf(now),
    allowance: coins(allowed - amount * (chargesMade + 1)),
    transactionHash: hash,
    position: 2 + chargesMade,
  }
  if (path === 'Active.Current') return [{ ...charged, period: chargesMade + 2 }]
  if (charge === null) return []
  const { number } = charge
  if (path === 'Suspended') return [{ type: 'charge.released', number }]
  const failed = { type: 'charge.attemptFailed', number, reason: 'InsufficientBalance' }
  return [
    { ...charged, period: charge.period },
    ...(path === 'Active.Charging' ? [failed] : []),
    { type: 'charge.heldBack', number, reason: 'GasWalletEmpty' },
  ]
}

/** Reports what the chain shows of the requested controls. */
function controlEvents(context: SubscriptionContext, path: string): MessageEvent[] {
  const position = context.controlPosition + 1
  const until = momentOf(Date.parse(context.nextChargeAt) + 3 * dayMs)
  if (path === 'PendingPause')
    return [{ type: 'chain.frozen', by: gasWallet, operatorUntil: until, position }]
  if (path === 'PendingUnPause')
    return [{ type: 'chain.unfrozen', nextChargeAt: context.nextChargeAt, position }]
  return path === 'PendingCancel' ? [{ type: 'chain.cancelled', by: gasWallet, position }] : []
}

const differencesOf = ({ context }: Moment<'subscription'>) => [
  Math.min(context.chargesMade, 2),
  context.charge?.hasFailedBefore,
  context.frozenBy,
  context.isToEnd,
]

const scene = (own: object): Scene<'subscription'> => ({
  input: SubscriptionInput.parse({ ...terms, ...own }),
  pauseMs: minutesMs,
  eventsAt,
  differencesOf,
})

export const subscriptionScenes: Scene<'subscription'>[] = [
  scene({}),
  scene({ maxPeriods: 1 }),
  scene({ startFrom: daysLater(7), activateUntil: daysLater(44) }),
  scene({ replaces: { contractAddress: otherContract, when: 'PaidPeriodEnd' } }),
]
