/**
 * Random tales of one payment: reports of deposits with any sums, old and new ones, decisions of the
 * merchant, reports of sweeps, and time. They are the same in every run; `SEED` makes others, `TALES`
 * more of them.
 */
import fc from 'fast-check'
import type { AnyEventObject } from 'xstate'
import { dayMs } from '../../../machines/durations.ts'
import type { PaymentContext } from '../../../machines/payment/payment.context.ts'
import type { DepositsSeen } from '../../../machines/payment/payment.events.ts'
import { acceptedCommandsOf } from '../../../src/core/turn/commands.ts'
import { phaseOf, statePath, statusOf as statusIn } from '../../../src/core/turn/state-path.ts'
import type { ActorKind, ActorOfKind, StoredActor } from '../../../src/shared/stored-actor.ts'
import {
  beginning,
  type Case,
  explore,
  type Move,
  moveOn,
  type Visit,
} from '../../support/explore.ts'
import { addressOf, beganAt, hashOf, idOf } from '../cases/owner.ts'
import {
  depositsSeen,
  memoryOf as memoryIn,
  otherToken,
  paymentCases,
  refundOf,
  type Sums,
} from '../cases/payment.ts'
import { situationsPerLaw, talesPerLaw } from './tales-per-law.ts'

const seed = Number(process.env['SEED'] ?? 1)
const stepsMax = 40

const payment = paymentCases[0] as Case
/** The first millisecond that is too late. */
export const overAt = beganAt + dayMs + 1

/** A step of a tale: an event, or time that passes; a timer that is due may come late, as in reality. */
export type Step =
  | { tell: AnyEventObject }
  | { newest: Omit<DepositsSeen, 'order'>; ahead: number }
  | { waitMs: number }
  | 'fire'

const amount = fc.constantFrom(0, 1, 5, 400, 600, 999, 1000, 1001, 1500)
const deposited = fc
  .tuple(amount, amount)
  .map(([one, other]) => ({ seen: String(one + other), confirmed: String(one) }))
const anotherToken = fc.constantFrom(otherToken, {
  token: addressOf('f'),
  asset: null,
  decimals: null,
  amount: '1'.repeat(70),
})

/** Any sums; also such as no chain would have one after the other. */
const sums = fc.record({
  inTime: deposited,
  late: fc.oneof({ weight: 2, arbitrary: fc.constant({ seen: '0', confirmed: '0' }) }, deposited),
  swept: amount.map(String),
  others: fc.uniqueArray(anotherToken, { maxLength: 2 }),
})

const word = fc.record({
  newest: sums.map((told) => depositsSeen(0, told)),
  // Not positive for an old report.
  ahead: fc.integer({ min: -2, max: 4 }),
})

const decision = fc.oneof(
  fc.constantFrom({ type: 'payment.accept' }, { type: 'payment.cancel' }),
  amount.map((refunded) => refundOf(String(refunded))),
  fc.constant(refundOf('50', 'ltEURC')),
)

const wordOfSweep = fc.constantFrom(
  { type: 'payment.sweepSubmitted', transactionId: idOf('T') },
  { type: 'payment.sweepHeldBack', reason: 'GasWalletEmpty' },
  { type: 'payment.sweepFailed', reason: 'ChainReverted' },
  { type: 'payment.sweep' },
)

const wait = fc
  .constantFrom(1, dayMs / 2, dayMs - 1, dayMs, dayMs + 1)
  .map((waitMs) => ({ waitMs }))

const telling = (event: fc.Arbitrary<AnyEventObject>) => event.map((tell): Step => ({ tell }))

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 4, arbitrary: telling(decision) },
  { weight: 2, arbitrary: telling(wordOfSweep) },
  { weight: 1, arbitrary: wait },
  { weight: 1, arbitrary: fc.constant('fire' as const) },
)

/** The steps from one decision to the next: reports of deposits, in any order. */
export const chapters = fc.array(
  fc.record({
    words: fc.array(sums, { maxLength: 5 }),
    ending: fc.option(fc.oneof(telling(decision), wait), { nil: 'fire' as const }),
  }),
  { maxLength: 8 },
)

/** Checks a law in many tales. */
export function always(law: (tale: Step[]) => unknown): void {
  alwaysIn(fc.array(steps, { maxLength: stepsMax, size: 'max' }), law)
}

export function alwaysIn<Tale>(tales: fc.Arbitrary<Tale>, law: (tale: Tale) => unknown): void {
  const property = fc.property(tales, (tale) => void law(tale))
  fc.assert(property, { numRuns: talesPerLaw, seed })
}

/** Tells a tale from the beginning and returns every move; `look` sees each as it happens. */
export function tellTale(tale: Step[], look: (move: Move) => void = () => {}): Visit {
  return tale.reduce((visit, step) => take(visit, step, look), beginning(payment))
}

/** Visits every situation that the exploration finds, and those that the tales come to. */
export function everywhere(look: (visit: Visit) => void): void {
  for (const visit of explored()) look(visit)
  always((tale) => tellTale(tale, ({ to }) => look(to)))
}

let situations: Visit[] | undefined
const explored = () => (situations ??= explore(payment, situationsPerLaw).visits)

/** Takes a report of these sums as the newest one. */
export const toldLast = (visit: Visit, told: Sums): Visit =>
  take(visit, { newest: depositsSeen(0, told), ahead: 1 })

export const memoryOf = ({ situation }: Visit): PaymentContext => memoryIn(situation)
export const stateOf = ({ situation }: Visit): string => statePath(situation.value)
export const statusOf = ({ situation }: Visit): string => statusIn(situation.value)

/** Takes one step, from wherever a tale has come to. */
export function take(from: Visit, step: Step, look: (move: Move) => void = () => {}): Visit {
  if (step !== 'fire' && 'waitMs' in step) return later(from, step.waitMs)
  const events = step === 'fire' ? dueTimers(from) : [eventOf(from, step)]
  return events.reduce((visit, event) => {
    const move = moveOn('payment', visit, event)
    look(move)
    return move.to
  }, from)
}

/** Returns the payment as the store and merchants would see it. */
export function actorOf({ situation, snapshot }: Visit): StoredActor<'payment'> {
  const { value } = situation
  const { id, merchantId, network } = memoryIn(situation)
  const actor: ActorOfKind<ActorKind> = {
    kind: 'payment',
    id,
    merchantId,
    network,
    status: statusIn(value),
    phase: phaseOf(value),
    revision: 1,
    machineVersion: 1,
    snapshot: {
      value,
      status: 'active',
      context: memoryIn(situation),
      timers: {},
      eventSequence: 0,
      acceptedCommands: acceptedCommandsOf('payment', snapshot),
    },
  }
  return actor as StoredActor<'payment'>
}

function later(from: Visit, waitMs: number): Visit {
  const { situation } = from
  return { ...from, effects: [], situation: { ...situation, now: situation.now + waitMs } }
}

function dueTimers({ situation: { timers, now } }: Visit): AnyEventObject[] {
  return Object.keys(timers)
    .filter((id) => timers[id]! <= now)
    .map((type) => ({ type }))
}

function eventOf({ situation }: Visit, step: Exclude<Step, 'fire' | { waitMs: number }>) {
  if ('tell' in step) return step.tell
  const order = Math.max(0, memoryIn(situation).order + step.ahead)
  return { ...step.newest, order, transactionHash: hashOf(String(order % 10)) }
}
