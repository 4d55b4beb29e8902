/**
 * The law of access: nobody has more days with access than were charged, and one grace, whatever payer, merchant and
 * strangers call, in whatever order and however often.
 *
 * The tales are random, and the same in every run; `SEED` makes others, `TALES` more of them.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../../machines/durations.ts'
import { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { lateMaxMs, pausableUntil } from '../../machines/subscription/subscription.schedule.ts'
import {
  accessOf,
  type SubscriptionStanding,
} from '../../src/core/resources/subscription-outlook.ts'
import { ChainModel } from '../../src/core/simulating/chain-model.ts'
import { settle as comeToRest } from '../../src/core/simulating/settle.ts'
import { World } from '../../src/core/simulating/world.ts'
import { terms } from './cases/subscription.ts'
import { runOut, steps, subscribe } from './world/steps.ts'
import { talesPerLaw } from './world/tales-per-law.ts'

const seed = Number(process.env['SEED'] ?? 1)
const happeningsMax = 60

/** What people do; freezes come often, for what they gain is what is asked. Time is the customer's. */
const acts = Object.entries(steps).filter(([name]) => !/^(time passes|a timer fires)$/.test(name))
const weights: Record<string, number> = {
  ...Object.fromEntries(acts.map(([name, { weight }]) => [name, weight])),
  'the payer freezes': 12,
  'the payer unfreezes': 24,
  'the payer allows': 12,
  'the payer cancels': 0.1,
  'the merchant presses': 8,
  'hours pass': 20,
  'time passes to an edge': 20,
}
const something = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({
    weight: Math.ceil(10 * weight),
    arbitrary: fc.constant(name),
  })),
)
const tales = fc.array(fc.record({ what: something, choice: fc.nat(12) }), {
  maxLength: happeningsMax,
  size: 'max',
})
type Happening = { what: string; choice: number }

const memoryOf = ({ subscription }: World) => standingOf(subscription.actor).context
const standingOf = ({ status, phase, snapshot }: World['subscription']['actor']) =>
  ({ status, phase, context: snapshot.context }) as unknown as SubscriptionStanding

/** A customer who uses the product whenever the service says so. */
class Customer {
  readonly world: World
  readonly chain: ChainModel
  usedMs = 0
  /** Charges that a reorganisation took back were made: nobody knew better. */
  charged = 0
  /** Access that was given after an unfreeze that a reorganisation took back: nobody knew better. */
  inGoodFaithMs = 0
  #isFrozen = false
  /** What had been used when each pause began, by that moment. */
  readonly #usedBefore = new Map<number, number>()

  constructor(periods: number) {
    this.world = new World(SubscriptionInput.parse({ ...terms, maxPeriods: periods }))
    this.chain = new ChainModel(this.world)
    subscribe(this.world, this.chain)
  }

  happen({ what, choice }: Happening): void {
    const { world, chain } = this
    if (what === 'hours pass') this.passTo(world.nowMs + (choice + 1) * 4 * hourMs)
    else if (what === 'time passes to an edge') this.passTo(this.#edge(choice))
    else steps[what]!.happen(world, chain, choice)
    this.#lookAtContract()
  }

  /**
   * Lets time pass for a service that hears of everything at once: what it hears late ends access as much later as it
   * begins again later.
   */
  passTo(momentMs: number): void {
    const { world, chain } = this
    for (;;) {
      if (!comeToRest(world, chain)) throw new Error('the world does not come to rest')
      this.#lookAtContract()
      if (world.nowMs >= momentMs) return
      this.#useUntil(Math.min(momentMs, Math.max(world.nowMs, world.nextTimerMs() ?? momentMs)))
      world.fireTimers()
    }
  }

  #useUntil(nextMs: number): void {
    const { until } = accessOf(standingOf(this.world.subscription.actor))
    const endMs = until === null ? 0 : Math.min(nextMs, Date.parse(until))
    this.usedMs += Math.max(0, endMs - this.world.nowMs)
    this.world.nowMs = nextMs
  }

  #lookAtContract(): void {
    const { charged, frozenAtMs } = this.world.contract
    this.charged = Math.max(this.charged, charged)
    const isFrozen = frozenAtMs !== null
    if (isFrozen && !this.#isFrozen) {
      // Only a reorganisation brings an earlier pause back.
      this.inGoodFaithMs += this.usedMs - (this.#usedBefore.get(frozenAtMs) ?? this.usedMs)
      this.#usedBefore.set(frozenAtMs, this.usedMs)
    }
    this.#isFrozen = isFrozen
  }

  /** A moment at which what a payer does gains most: when a charge is due, and until shortly before its grace is over. */
  #edge(choice: number): number {
    const { contract, nowMs } = this.world
    const lateMs = lateMaxMs(memoryOf(this.world))
    const edges = [0, lateMs / 2, lateMs - hourMs, lateMs].map((late) => contract.nextDueMs + late)
    return edges.slice(choice % edges.length).find((edge) => edge > nowMs) ?? nowMs + dayMs
  }

  /** Days with access that were neither charged nor within one grace. */
  get freeDays(): number {
    const { periodDays } = this.world.contract.terms
    const graceMs = lateMaxMs(memoryOf(this.world))
    const grantedMs = this.charged * periodDays * dayMs + graceMs + this.inGoodFaithMs
    return Math.max(0, this.usedMs - grantedMs) / dayMs
  }
}

function livesOf(happenings: Happening[]): Customer {
  const customer = new Customer(6)
  for (const happening of happenings) {
    customer.happen(happening)
    expect(customer.freeDays).toBe(0)
  }
  return customer
}

const nameOf = (what: string, choice = 0): Happening => ({ what, choice })
const toAnEdge = (choice: number) => nameOf('time passes to an edge', choice)
const toTheGracesEnd = toAnEdge(2)
const backAndForth = ['the payer freezes', 'the payer unfreezes'].map((what) => nameOf(what))

test('days with access are never more than days charged and one grace, in any order of calls (P68)', () => {
  fc.assert(
    fc.property(tales, (happenings) => void livesOf(happenings)),
    { numRuns: talesPerLaw, seed },
  )
})

test('a payer who freezes and unfreezes before each grace is over has one grace, and is then cancelled', () => {
  const { world, chain } = livesOf([
    nameOf('the payer allows', 1),
    ...Array.from({ length: 6 }, () => [toTheGracesEnd, ...backAndForth]).flat(),
  ])
  expect(runOut(world, chain)).toBe(true)
  expect(world.subscription.actor).toMatchObject({
    status: 'Cancelled',
    snapshot: { context: { reason: 'GraceExpired', chargesMade: 1 } },
  })
})

test('a payer who is late with every charge has the days that were charged, and one grace', () => {
  const paysAtLast = [nameOf('the payer allows', 1), toTheGracesEnd, nameOf('the payer allows')]
  const { world, chain, charged } = livesOf(
    Array.from({ length: 5 }, () => [...paysAtLast, nameOf('hours pass')]).flat(),
  )
  expect(charged).toBeGreaterThan(3)
  expect(runOut(world, chain)).toBe(true)
})

test('a payer who is about to be cancelled, or is, gains nothing by a freeze', () => {
  const cancel = nameOf('the merchant presses', 8)
  const freezeForDays = [
    backAndForth[0]!,
    ...Array.from({ length: 6 }, () => nameOf('hours pass', 9)),
  ]
  const unfreeze = backAndForth[1]!
  const withoutGas = [nameOf('the gas runs out or comes back'), cancel, nameOf('hours pass')]
  livesOf([...withoutGas, ...Array.from({ length: 3 }, () => [...freezeForDays, unfreeze]).flat()])

  const takesItsAllowanceAway = nameOf('the payer allows', 1)
  const askedForNothing = [cancel, takesItsAllowanceAway, nameOf('a letter arrives')]
  const { world, chain } = livesOf([
    ...askedForNothing,
    nameOf('hours pass'),
    ...freezeForDays,
    nameOf('the payer allows'),
    unfreeze,
    nameOf('hours pass', 12),
  ])
  expect(runOut(world, chain)).toBe(true)
  expect(world.contract).toMatchObject({ isCancelled: true, charged: 1 })
})

test('what was used after an unfreeze that a reorganisation takes back was given once, in good faith', () => {
  const unfrozenInTheLastHour = [
    nameOf('the payer allows', 3),
    ...[0, 2].map(toAnEdge),
    ...backAndForth,
  ]
  const { inGoodFaithMs } = livesOf([
    ...unfrozenInTheLastHour,
    toAnEdge(0),
    nameOf('a reorganisation takes what was newest'),
    nameOf('the payer unfreezes'),
    nameOf('hours pass'),
  ])
  expect(inGoodFaithMs).toBe(hourMs)
})

test('a payer who pays at the end of each grace has one grace in all', () => {
  const late = [nameOf('the payer allows', 1), toTheGracesEnd, nameOf('the payer allows', 0)]
  const { world, charged } = livesOf(
    Array.from({ length: 4 }, () => [...late, nameOf('hours pass')]).flat(),
  )
  const { startFrom, periodDays } = world.contract.terms
  expect(charged).toBe(5)
  expect(world.contract.nextDueMs).toBe(Date.parse(startFrom) + charged * periodDays * dayMs)
})

test('a pause of what is overdue leaves it the rest of its grace, and then it is cancelled', () => {
  const customer = livesOf([nameOf('the payer allows', 1)])
  const { world, chain } = customer
  // Later the service could not end the pause any more in time, and begins none.
  customer.passTo(Date.parse(pausableUntil(memoryOf(world))) - hourMs)
  const lateMs = world.nowMs - world.contract.nextDueMs
  world.press('pause')
  customer.passTo(world.nowMs + hourMs / 2)
  expect(standingOf(world.subscription.actor).status).toBe('Paused')
  world.press('unpause')
  customer.passTo(world.nowMs + 1)
  expect(standingOf(world.subscription.actor)).toMatchObject({ status: 'Active', phase: 'Overdue' })
  expect(Date.parse(memoryOf(world).nextChargeAt)).toBe(world.nowMs - 1 - lateMs)
  customer.passTo(world.nowMs + 8 * hourMs)
  comeToRest(world, chain)
  expect(world.subscription.actor).toMatchObject({
    status: 'Cancelled',
    snapshot: { context: { reason: 'GraceExpired' } },
  })
})
