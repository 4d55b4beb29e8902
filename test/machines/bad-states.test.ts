/** A state that the dashboard draws as bad explains itself: with a condition, what it saw, and what would change it. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { phaseOf, statusOf } from '../../src/core/turn/state-path.ts'
import { paymentExceptions } from '../../src/core/reasons/payment-reasons.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { exceptionOf } from '../../src/core/resources/payment-state.ts'
import { badNames, moodOf } from '../../web/dashboard/parts/state-severity.ts'
import { owner } from './cases/owner.ts'
import { committedFixtures } from './fixtures/stored-states.ts'
import type { Facts } from '../../src/core/explaining/facts.ts'
import { findTrouble } from '../../src/core/explaining/find-trouble.ts'

/** Bad, and no state of a machine: on which page it is explained, and what says so there. */
const onPagesOfTheirOwn: Record<string, [page: string, words: string]> = {
  Absent: ['operator/chains.tsx', '{advice && '],
  Unread: ['operator/chains.tsx', '{advice && '],
  Still: ['operator/chains.tsx', '{advice && '],
  WrongChain: ['exceptions/exceptions.tsx', 'trays'],
}

/** Nothing beside the actor is known: an explanation needs no more than it. */
const nothingElse: Facts = {
  sending: { blockchain: 'LocalTestNet', gas: null, wait: null },
  subscription: null,
  charge: null,
  minSweep: null,
}

const states = committedFixtures().flatMap(({ kind, stored }) =>
  stored.snapshots.map(({ state, value, context, timers }) => {
    const snapshot = { value, context, timers, status: 'active', eventSequence: 0 }
    const at = { status: statusOf(value), phase: phaseOf(value) }
    return { kind, state, actor: { kind, ...owner, ...at, snapshot } as unknown as StoredActor }
  }),
)

const namesOf = (actor: StoredActor): string[] => {
  const exception = actor.kind === 'payment' ? exceptionOf(actor) : null
  return exception ? [actor.status, exception] : [actor.status]
}
const bad = states.filter(({ actor }) => namesOf(actor).some((name) => moodOf(name) === 'bad'))

describe('explains itself', () => {
  test.each(bad)('a $kind in $state', ({ actor }) => {
    const trouble = findTrouble(actor, nothingElse)
    expect(trouble?.says).toMatch(/^[A-Z].*\.$/)
    expect(trouble).toMatchObject({
      condition: expect.stringMatching(/\w/),
      change: expect.stringMatching(/\w/),
    })
    expect(trouble!.values.length).toBeGreaterThan(0)
  })
})

test('every name that is bad is tried here, an exception with its words, or has a page of its own', () => {
  const tried = bad.flatMap(({ actor }) => namesOf(actor))
  const elsewhere = [...Object.keys(paymentExceptions), ...Object.keys(onPagesOfTheirOwn)]
  const known = new Set([...tried, ...elsewhere])
  expect(badNames.filter((name) => !known.has(name))).toEqual([])
})

test.each(Object.entries(onPagesOfTheirOwn))('%s is explained on its page', (_, [page, words]) => {
  const source = readFileSync(new URL(`../../web/dashboard/screens/${page}`, import.meta.url))
  expect(source.toString()).toContain(words)
})
