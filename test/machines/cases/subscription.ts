import { dayMs } from '../../../machines/durations.ts'
import type { SubscriptionContext } from '../../../machines/subscription/subscription.context.ts'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import type { AnyEventObject } from 'xstate'
import { statePath } from '../../../src/core/turn/state-path.ts'
import type { Case, Situation } from '../../support/explore.ts'
import { addressOf, beganAt, daysLater, hashOf, idOf, owner } from './owner.ts'

export const operator = addressOf('e')
export const payer = addressOf('d')

/** The terms of two periods of ten days with two days of grace. */
export const terms = {
  contractAddress: addressOf('a'),
  id: idOf('S'),
  ...owner,
  planId: idOf('P'),
  customerId: 'customer-1',
  metadata: null,
  blockchain: 'LocalTestNet',
  asset: 'ltUSDC',
  decimals: 6,
  token: addressOf('b'),
  receiver: addressOf('c'),
  payer,
  operator,
  amount: '10',
  startFrom: daysLater(0),
  periodDays: 10,
  maxPeriods: 2,
  graceDays: 2,
  activateUntil: daysLater(37),
  createdAt: daysLater(0),
}

export const memoryOf = (situation: Situation) => situation.context as SubscriptionContext

function eventsAt(situation: Situation) {
  const memory = memoryOf(situation)
  return [
    { type: 'subscription.activate' },
    { type: 'subscription.pause' },
    { type: 'subscription.unpause' },
    { type: 'subscription.cancel' },
    ...chainEvents(memory),
    ...chargeReports(memory),
    ...(['freeze', 'unfreeze', 'cancel'] as const).map((operation) => ({
      type: 'request.refused',
      operation,
      reason: 'ChainReverted',
    })),
    { type: 'request.refused', operation: 'cancel', reason: 'GraceExpired' },
  ]
}

const rare = new Set(['chain.chargeReorged', 'chain.controlReorged'])

/**
 * The usual events, for cases that are about something else: all that may happen to a subscription is
 * explored without it. While the subscription is ending, everything may happen.
 */
function usualEventsAt(situation: Situation) {
  const memory = memoryOf(situation)
  const events = eventsAt(situation)
  if (statePath(situation.value) === 'Active.Ending') return events
  return events.filter((event) => {
    const { position, period, number } = event as Record<string, unknown>
    const isStale = event.type.startsWith('chain.') && position === memory.controlPosition
    const isSkip = typeof period === 'number' && period > memory.chargesMade + 1
    const isStrange = typeof number === 'number' && number !== memory.charge?.number
    return !rare.has(event.type) && !(isStale && 'by' in event) && !isSkip && !isStrange
  })
}

const plannedEnds = [
  { type: 'subscription.cancelAtPeriodEnd' },
  { type: 'subscription.uncancel' },
  { type: 'subscription.giveFeedback', feedback: 'Unused', comment: null },
]

/** Everything that a pause with an end brings. */
function pauseEvents({ now }: Situation) {
  const until = (days: number) => new Date(now + days * dayMs).toISOString()
  return [1, 400].map((days) => ({ type: 'subscription.pauseUntil', until: until(days) }))
}

const other = addressOf('5')
const another = addressOf('6')

const successorApproved = (when: string, until: string): AnyEventObject => ({
  type: 'successor.approved',
  contractAddress: other,
  when,
  until,
})
const leftAtOnce = successorApproved('Now', daysLater(300))

/** Everything that subscriptions which are to take its place say. */
const successorEvents = [
  successorApproved('PaidPeriodEnd', daysLater(300)),
  successorApproved('PaidPeriodEnd', daysLater(-1)),
  leftAtOnce,
  { type: 'successor.ended', contractAddress: other },
  { type: 'successor.ended', contractAddress: another },
]

/** Everything that the subscription says whose place it takes. */
function predecessorEvents(situation: Situation) {
  const { startFrom, activateUntil } = memoryOf(situation)
  const tooLate = new Date(Date.parse(activateUntil) + dayMs).toISOString()
  return [
    ...[startFrom, daysLater(20), tooLate].map((paidUntil) => ({
      type: 'predecessor.ended',
      paidUntil,
    })),
    { type: 'predecessor.stays' },
  ]
}

function chainEvents(memory: SubscriptionContext) {
  const { chargesMade, maxPeriods, nextChargeAt, controlPosition, now } = memory
  const periodLater = new Date(Date.parse(nextChargeAt) + 10 * dayMs).toISOString()
  const periodEarlier = new Date(Date.parse(nextChargeAt) - 10 * dayMs).toISOString()
  const deadline = new Date(Date.parse(nextChargeAt) + 2 * dayMs).toISOString()
  const funds = (allowance: string, balance: string) => ({
    type: 'chain.fundsSeen',
    allowance,
    balance,
    position: 0,
  })
  const charged = {
    type: 'chain.charged',
    nextChargeAt: periodLater,
    chargedAt: new Date(now).toISOString(),
    allowance: '10',
    transactionHash: hashOf('1'),
    position: 0,
  }
  const next = controlPosition + 1
  return [
    funds('20', '20'),
    funds('20', '0'),
    funds('0', '20'),
    { type: 'chain.unreachable', reason: 'RpcUnavailable' },
    ...(chargesMade < maxPeriods ? [{ ...charged, period: chargesMade + 1 }] : []),
    ...(chargesMade > 0 ? [{ ...charged, period: chargesMade }] : []),
    ...(chargesMade < maxPeriods ? [{ ...charged, period: chargesMade + 2 }] : []),
    { type: 'chain.frozen', by: payer, operatorUntil: null, position: next },
    { type: 'chain.frozen', by: operator, operatorUntil: deadline, position: next },
    { type: 'chain.frozen', by: operator, operatorUntil: deadline, position: controlPosition },
    { type: 'chain.unfrozen', nextChargeAt, position: next },
    { type: 'chain.unfrozen', nextChargeAt, position: controlPosition },
    { type: 'chain.cancelled', by: payer, position: next },
    ...takenBack(chargesMade, periodEarlier),
    { type: 'chain.controlReorged', nextChargeAt, frozenBy: null },
    { type: 'chain.controlReorged', nextChargeAt, frozenBy: operator },
  ]
}

/** Reports that the last charge is gone, and one that an earlier one is. */
const takenBack = (chargesMade: number, nextChargeAt: string) =>
  (chargesMade > 1 ? [chargesMade, 1] : chargesMade > 0 ? [1] : []).map((period) => ({
    type: 'chain.chargeReorged',
    period,
    nextChargeAt,
    allowance: '20',
  }))

function chargeReports({ charge, chargeNumber }: SubscriptionContext) {
  const told = [
    { type: 'charge.attemptFailed', reason: 'InsufficientBalance' },
    { type: 'charge.attemptFailed', reason: 'ChainReverted' },
    { type: 'charge.failed', reason: 'InsufficientBalance' },
    { type: 'charge.heldBack', reason: 'GasWalletEmpty' },
    { type: 'charge.released' },
  ]
  const strangeNumber = chargeNumber + 5
  return [...(charge ? [charge.number] : []), strangeNumber].flatMap((number) =>
    told.map((word) => ({ ...word, number })),
  )
}

/**
 * Reduces a situation to what counts: moments as their distance from now, and only as far as
 * anything depends on it.
 */
function differencesOf(situation: Situation) {
  const memory = memoryOf(situation)
  const untilDueDays = (Date.parse(memory.nextChargeAt) - situation.now) / dayMs
  const untilGraceEnds = memory.charge && Date.parse(memory.charge.graceUntil) - situation.now
  return [
    memory.chargesMade,
    memory.charge && [memory.charge.period, memory.charge.hasFailedBefore],
    memory.stoppedCharges.map(({ period }) => period),
    untilGraceEnds !== null && untilGraceEnds > 0,
    Math.min(10, Math.max(-3, Math.ceil(untilDueDays))),
    memory.frozenBy,
    BigInt(memory.allowance) > 0n,
    memory.isAtRisk,
    memory.isCancelledOnChain,
    situation.now >= Date.parse(memory.startFrom),
    memory.isToEnd,
    memory.resumeAt && Date.parse(memory.resumeAt) > situation.now,
    memory.successor,
    memory.hasPredecessorEnded,
    memory.withdrawnAt !== null,
    memory.withdrawalDays !== undefined && situation.now > Date.parse(memory.createdAt) + 5 * dayMs,
  ]
}

const common = { kind: 'subscription', beganAt, eventsAt, differencesOf } as const

export const subscriptionCases: Case[] = [
  { ...common, title: 'two periods from today', input: SubscriptionInput.parse(terms) },
  {
    ...common,
    title: 'one period from today',
    input: SubscriptionInput.parse({ ...terms, maxPeriods: 1 }),
  },
  {
    ...common,
    title: 'one period from next week',
    input: SubscriptionInput.parse({ ...terms, maxPeriods: 1, startFrom: daysLater(7) }),
  },
  {
    ...common,
    title: 'two periods, with an end that is planned',
    input: SubscriptionInput.parse(terms),
    eventsAt: (situation) => [...usualEventsAt(situation), ...plannedEnds],
  },
  {
    ...common,
    title: 'two periods, with pauses that end by themselves',
    input: SubscriptionInput.parse(terms),
    eventsAt: (situation) => [...usualEventsAt(situation), ...pauseEvents(situation)],
  },
  {
    ...common,
    title: 'two periods, replaced by another',
    input: SubscriptionInput.parse(terms),
    eventsAt: (situation) => [...usualEventsAt(situation), ...successorEvents],
  },
  {
    ...common,
    title: 'takes the place of another',
    input: SubscriptionInput.parse({
      ...terms,
      maxPeriods: 1,
      replaces: { contractAddress: other, when: 'PaidPeriodEnd' },
    }),
    eventsAt: (situation) => [
      ...usualEventsAt(situation),
      ...predecessorEvents(situation),
      leftAtOnce,
    ],
  },
  {
    ...common,
    title: 'two periods with a right to withdraw',
    input: SubscriptionInput.parse({ ...terms, withdrawalDays: 5 }),
    eventsAt: (situation) => [...usualEventsAt(situation), { type: 'subscription.withdraw' }],
  },
]
