/**
 * Laws of a switch, whatever happens to the subscriptions meanwhile and in whatever order their letters arrive.
 *
 * The tales are random, and the same in every run; `SEED` makes others, `TALES` more of them.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SubscriptionContext } from '../../machines/subscription/subscription.context.ts'
import { Family, type Member } from './world/family.ts'
import { steps } from './world/steps.ts'
import { talesPerLaw } from './world/tales-per-law.ts'

const seed = Number(process.env['SEED'] ?? 1)
const happeningsMax = 60

type Happening = { what: string; member: number; choice: number }
const whens = ['PaidPeriodEnd', 'Now', 'KeepBoth'] as const
/** A contract is charged by anybody from its start on, whatever we know: decision 0051. */
const ownSteps = Object.entries(steps).filter(([name]) => name !== 'a stranger charges')

const something = fc.oneof(
  { weight: 80, arbitrary: fc.constant('the payer switches') },
  { weight: 120, arbitrary: fc.constant('the payer approves') },
  { weight: 3, arbitrary: fc.constant('the payer withdraws') },
  ...ownSteps.map(([name, { weight }]) => ({
    weight: Math.ceil(10 * weight),
    arbitrary: fc.constant(name),
  })),
)
const tales = fc.array(fc.record({ what: something, member: fc.nat(2), choice: fc.nat(12) }), {
  maxLength: happeningsMax,
  size: 'max',
})

const memoryOf = ({ world }: Member) =>
  world.subscription.actor.snapshot.context as unknown as SubscriptionContext
const statusOf = ({ world }: Member) => world.subscription.actor.status
const replacing = ({ members }: Family) =>
  members.filter((one) => memoryOf(one).replaces !== undefined)

function happen(family: Family, { what, member, choice }: Happening): void {
  if (what === 'the payer switches') family.switchPlan(whens[choice % whens.length]!)
  else if (what === 'the payer approves') family.approve(member)
  else if (what === 'the payer withdraws') family.old.world.press('withdraw')
  else family.happen(what, member, choice)
}

/** Lives tales to their end, and looks after everything that happens. */
function always(look: (family: Family) => void, atTheEnd: (family: Family) => void = () => {}) {
  const live = (happenings: Happening[]) => {
    const family = new Family()
    for (const happening of happenings) {
      happen(family, happening)
      look(family)
    }
    expect(
      family.runOut(() => look(family)),
      'the waits end',
    ).toBe(true)
    atTheEnd(family)
  }
  fc.assert(fc.property(tales, live), { numRuns: talesPerLaw, seed })
}

/** The old one has ended, and its contract is not charged any more, also where the payer allows it something again. */
const isOver = (one: Member) => ['PendingCancel', 'Cancelled', 'Finished'].includes(statusOf(one))

test('no time is charged by both: the new one is charged once the old one is over, and so is its paid time', () => {
  const seen = new WeakMap<Family, number[]>()
  /**
   * Until when the old one was paid for when it was over: what its payer does to a dead contract makes it no later. A
   * reorganisation that takes a charge takes the time that it paid for.
   */
  const paid = new WeakMap<Family, { untilMs: number; charged: number }>()
  always((family) => {
    const { contract } = family.old.world
    if (!isOver(family.old)) paid.delete(family)
    else if (paid.get(family)?.charged !== contract.charged)
      paid.set(family, {
        untilMs: contract.frozenBy === null ? contract.nextDueMs : 0,
        charged: contract.charged,
      })
    const charged = family.members.map(({ world }) => world.contract.charged)
    const before = seen.get(family) ?? charged
    for (const one of replacing(family)) {
      const place = family.members.indexOf(one)
      if (charged[place] === 0) continue
      expect(isOver(family.old), 'the old one is over').toBe(true)
      if (before[place]) expect(charged[0]).toBe(before[0])
      const isPaid = contract.frozenBy === null && memoryOf(family.old).withdrawnAt === null
      if (isPaid && !before[place])
        expect(paid.get(family)!.untilMs, 'the paid time is over').toBeLessThanOrEqual(family.nowMs)
    }
    seen.set(family, charged)
  })
})

test('all come to rest: nobody waits for ever for the other’s word', () => {
  always(
    () => {},
    (family) => {
      const waiting = family.members.filter((one) =>
        ['Draft', 'Pending', 'PendingPause', 'PendingUnPause', 'PendingCancel'].includes(
          statusOf(one),
        ),
      )
      expect(waiting.map((one) => one.world.subscription.actor)).toEqual([])
      expect(family.members.flatMap(({ world }) => world.surprises)).toEqual([])
    },
  )
})

test('the old one ends for a new one only that the payer has approved, and for one only', () => {
  always((family) => {
    const { reason, successor } = memoryOf(family.old)
    if (reason !== 'Switched') return
    const approved = family.members.filter((one) => memoryOf(one).agreedAt !== null)
    const addresses = approved.map(({ world }) => world.contract.terms.contractAddress)
    const gone = family.members.some(
      (one) => one.when !== null && ['PendingCancel', 'Cancelled'].includes(statusOf(one)),
    )
    if (successor !== null) expect(addresses).toContain(successor)
    else expect(gone).toBe(true)
    const begun = replacing(family).filter(({ world }) => world.contract.charged > 0)
    expect(begun.length).toBeLessThanOrEqual(1)
  })
})

test('one that is to go on beside the old one never ends it', () => {
  always((family) => {
    if (replacing(family).length > 0) return
    const { reason, successor } = memoryOf(family.old)
    expect([reason === 'Switched', successor]).toEqual([false, null])
  })
})

test('a switch at once ends the old one at once, and is charged when the paid time is over', () => {
  const family = new Family()
  family.switchPlan('Now')
  family.approve(1)
  expect(family.settle()).toBe(true)
  const [old, young] = family.members
  expect(old!.world.contract.isCancelled).toBe(true)
  expect([statusOf(old!), statusOf(young!)]).toEqual(['Cancelled', 'Pending'])
  const chargedAt: number[] = []
  family.runOut(() => {
    if (young!.world.contract.charged > chargedAt.length) chargedAt.push(family.nowMs)
  })
  expect(chargedAt[0]).toBe(old!.world.contract.nextDueMs)
})

test('a customer who changes plans again before the new one began pays for no time twice', () => {
  const family = new Family()
  family.switchPlan('Now')
  family.approve(1)
  expect(family.settle()).toBe(true)
  family.switchPlan('Now', family.members[1])
  family.approve(2)
  expect(family.settle()).toBe(true)
  const [old, first, second] = family.members
  expect([old!, first!, second!].map(statusOf)).toEqual(['Cancelled', 'Cancelled', 'Pending'])
  const chargedAt: number[] = []
  family.runOut(() => {
    if (second!.world.contract.charged > chargedAt.length) chargedAt.push(family.nowMs)
  })
  expect(first!.world.contract.charged).toBe(0)
  expect(chargedAt[0]).toBe(old!.world.contract.nextDueMs)
})

test.each(['PaidPeriodEnd', 'Now'] as const)(
  'one that still waits for the old one is not left (%s), and nobody ends for it',
  (when) => {
    const family = new Family()
    family.switchPlan('PaidPeriodEnd')
    family.approve(1)
    expect(family.settle()).toBe(true)
    family.switchPlan(when, family.members[1])
    expect(family.members.map(statusOf)).toEqual(['Active', 'Pending'])
  },
)

test('in a pause, nobody can charge the new one before what was left of the paid time is over', () => {
  const family = new Family()
  const { contract } = family.old.world
  const leftMs = contract.nextDueMs - family.nowMs
  family.old.world.press('pause')
  expect(family.settle()).toBe(true)
  expect(statusOf(family.old)).toBe('Paused')
  family.old.world.nowMs += leftMs / 2
  family.switchPlan('PaidPeriodEnd')
  family.approve(1)
  const young = family.members[1]!.world.contract
  expect(young.nextDueMs).toBe(family.nowMs + leftMs)
  expect(young.refusalOfCharge(family.nowMs + leftMs - 1)).toBe('NotDue')
})
