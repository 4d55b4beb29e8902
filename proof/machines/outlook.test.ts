/** A subscription's word on its future is compared with what really happens in everything that can happen to it. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  accessOf,
  type SubscriptionStanding,
  willChargeAt,
} from '../../src/core/resources/subscription-outlook.ts'
import { phaseOf, statePath, statusOf } from '../../src/core/turn/state-path.ts'
import { subscriptionStatuses } from '../../src/core/resources/subscription.ts'
import { explore, moveOn, type Visit } from '../../test/support/explore.ts'
import { dayMs } from '../../machines/durations.ts'
import { memoryOf, subscriptionCases } from '../../test/machines/cases/subscription.ts'

let visits: Visit[]
beforeAll(() => {
  visits = subscriptionCases.flatMap((one) => explore(one).visits)
})

const standingOf = ({ situation }: Visit) =>
  ({
    status: statusOf(situation.value),
    phase: phaseOf(situation.value),
    context: memoryOf(situation),
  }) as SubscriptionStanding

const say = ({ situation, events }: Visit) =>
  `${statePath(situation.value)} after ${events.map(({ type }) => type).join(', ')}`

/** The timers that fire when nobody does anything, and nothing is heard from outside; those that repeat, once. */
function* whatTimeBrings(visit: Visit): Generator<Visit> {
  const fired = new Set<string>()
  let now = visit
  for (;;) {
    const { timers } = now.situation
    const left = Object.keys(timers).filter((id) => !fired.has(id))
    const next = left.toSorted((one, other) => timers[one]! - timers[other]!)[0]
    if (next === undefined) return
    fired.add(next)
    now = moveOn('subscription', now, { type: next }).to
    yield now
  }
}

const opensCharge = ({ effects }: Visit) =>
  effects.some(({ name }) => name === 'createCharge' || name === 'resumeCharge')

describe('willChargeAt', () => {
  test('is tried in every status', () => {
    const seen = new Set(visits.map((visit) => standingOf(visit).status))
    expect([...seen].sort()).toEqual(subscriptionStatuses.toSorted())
  })

  test('is null only where time alone takes nothing', () => {
    const quiet = visits.filter((visit) => willChargeAt(standingOf(visit)) === null)
    const wrong = quiet.filter((visit) => [...whatTimeBrings(visit)].some(opensCharge))
    expect(quiet.length).toBeGreaterThan(0)
    expect(wrong.map(say)).toEqual([])
  })

  test('is a moment only where a charge is open, or where time opens one at that moment', () => {
    const promising = visits.filter((visit) => willChargeAt(standingOf(visit)) !== null)
    const wrong = promising.filter((visit) => {
      if (memoryOf(visit.situation).charge) return false
      const opened = [...whatTimeBrings(visit)].find(opensCharge)
      const promised = Date.parse(willChargeAt(standingOf(visit))!)
      return opened?.situation.now !== Math.max(promised, visit.situation.now)
    })
    expect(promising.length).toBeGreaterThan(0)
    expect(wrong.map(say)).toEqual([])
  })

  test.each(['Draft', 'Paused', 'PendingCancel', 'Cancelled', 'Finished', 'Error'])(
    'is null in every %s',
    (status) => {
      const of = visits.map(standingOf).filter((standing) => standing.status === status)
      expect(of.map(willChargeAt).filter((moment) => moment !== null)).toEqual([])
    },
  )

  test('is null once the last charge is made, though the paid time still runs', () => {
    const last = visits
      .map(standingOf)
      .filter(
        ({ status, context: { charge, chargesMade, maxPeriods } }) =>
          status === 'Active' && charge === null && chargesMade === maxPeriods,
      )
    expect(last.length).toBeGreaterThan(0)
    expect(new Set(last.map(willChargeAt))).toEqual(new Set([null]))
  })
})

describe('access', () => {
  const page = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  /** The rows of the table: status, phase where it matters, how long, reason. */
  const rows = [...page.matchAll(/^\| `(\w+)`(?:, `(\w+)`)? \| ([^|]+) \| ([^|]+) \|/gm)].map(
    ([, status, phase, until, reason]) => ({ status, phase, until: until!, reason: reason! }),
  )
  const rowOf = ({ status, phase }: SubscriptionStanding) =>
    rows.find((row) => row.status === status && row.phase === phase) ??
    rows.find((row) => row.status === status && row.phase === undefined)

  test('has a row of docs/access.md for every status', () => {
    const told = new Set(rows.map(({ status }) => status!))
    expect([...told].sort()).toEqual(subscriptionStatuses.toSorted())
  })

  test('is what docs/access.md says, in everything that can happen to a subscription', () => {
    const wrong = visits.filter((visit) => {
      const standing = standingOf(visit)
      const { context } = standing
      const { until } = rowOf(standing)!
      const access = accessOf(standing)
      if (until === 'no') return access.until !== null || access.reason === null
      const isPaid =
        context.chargesMade > 0 && context.frozenBy === null && context.withdrawnAt === null
      const paidTimeEnd = Date.parse(context.nextChargeAt)
      const isPaidNow = isPaid && paidTimeEnd > context.now
      if (until === 'end of the paid time') return (access.until !== null) !== isPaidNow
      if (!isPaid) return access.until !== null
      // Two days of grace follow each period but the last one.
      const graceMs = context.chargesMade < context.maxPeriods ? 2 * dayMs : 0
      const isInGrace = paidTimeEnd + graceMs > context.now
      return (
        (access.until && Date.parse(access.until)) !==
        ((isInGrace && paidTimeEnd + graceMs) || null)
      )
    })
    expect(wrong.map(say)).toEqual([])
  })

  test('gives a reason that the table has', () => {
    const wrong = visits.filter((visit) => {
      const { until, reason } = accessOf(standingOf(visit))
      // The time was over before anybody said so.
      if (until === null && reason === 'Overdue') return false
      const told = rowOf(standingOf(visit))!.reason
      return reason !== null && !told.includes(`\`${reason}\``) && !told.includes('its own')
    })
    expect(wrong.map(say)).toEqual([])
  })

  test('of a cancelled subscription ends by itself, in the very moment in which the paid time does', () => {
    const leaving = visits.filter(
      (visit) => statePath(visit.situation.value) === 'Cancelled.PaidTime',
    )
    expect(leaving.length).toBeGreaterThan(0)
    for (const visit of leaving) {
      const { until } = accessOf(standingOf(visit))
      const [next] = [...whatTimeBrings(visit)]
      // A reorganisation may have taken the charge back that had paid for it.
      if (until === null) continue
      const after = accessOf(standingOf(next!)).until
      expect(next!.situation.now).toBeLessThanOrEqual(Date.parse(until))
      // A charge that landed in the meantime has paid for more: then there is another timer.
      expect(after).toBe(next!.situation.now === Date.parse(until) ? null : until)
      if (after) expect(Object.values(next!.situation.timers)).toContain(Date.parse(until))
    }
  })
})
