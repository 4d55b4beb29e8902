/** Every guard, timer, command and reason has its words, and none is left over. */
import type { AnyStateNode } from 'xstate'
import { describe, expect, test } from 'vitest'
import { allStates, transitionsOf } from '../../src/core/lifecycles/chart.ts'
import { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import * as names from '../../machines/reasons.ts'
import { accessReasons } from '../../src/core/reasons/access-reasons.ts'
import { chargeReasons } from '../../src/core/reasons/charge-reasons.ts'
import { deliveryReasons } from '../../src/core/reasons/delivery-reasons.ts'
import { paymentReasons } from '../../src/core/reasons/payment-reasons.ts'
import { permitReasons } from '../../src/core/reasons/permit-reasons.ts'
import type { Catalogue } from '../../src/core/reasons/reason-words.ts'
import { settlementReasons } from '../../src/core/reasons/settlement-reasons.ts'
import { commandWords } from '../../src/core/explaining/command-words.ts'
import { commandsOf, explainCommand } from '../../src/core/explaining/explain-command.ts'
import { guardWords } from '../../src/core/story/guard-words.ts'
import { goOn } from '../../src/core/story/replay.ts'
import { stories } from '../../src/core/story/tell-turn.ts'
import { delayOf, timerWords } from '../../src/core/story/timer-words.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../src/shared/stored-actor.ts'
import { waitRules } from '../../src/core/lifecycles/waits.ts'
import { isCommand } from '../../src/core/turn/command-roles.ts'
import { allCases } from './cases/all-cases.ts'
import { beganAt, daysLater, hashOf, owner } from './cases/owner.ts'
import { terms } from './cases/subscription.ts'

const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted()

describe.each(actorKinds)('of a %s', (kind) => {
  const { machine } = actorDefinitions[kind]

  test('every guard says what it asks, and no other does', () => {
    expect(Object.keys(guardWords[kind]).toSorted()).toEqual(
      sorted(Object.keys(machine.implementations.guards)),
    )
  })

  test('every timer says what it does, and tells that it did', () => {
    const delays = machine.events.filter((type) => type.startsWith('xstate.after.')).map(delayOf)
    expect(sorted(Object.keys(timerWords[kind]))).toEqual(sorted(delays))
    expect(sorted(Object.keys(stories[kind].timers))).toEqual(sorted(delays))
  })

  test('every timer whose length is computed says by what, without a number that would grow old', () => {
    const { delays } = machine.implementations
    const computed = Object.keys(delays).filter((name) => typeof delays[name] !== 'number')
    expect(sorted(Object.keys(waitRules[kind]))).toEqual(sorted(computed))
    expect(Object.values(waitRules[kind]).filter((rule) => /\d/.test(rule))).toEqual([])
  })

  test('every guard that can refuse a command says why, and what would change it', () => {
    const guards = [machine.root as AnyStateNode, ...allStates(machine)].flatMap((state) =>
      transitionsOf(state).filter(isCommand).flatMap(guardOf),
    )
    const words = Object.keys(commandWords[kind] ?? {})
    // A state that would be left for another place, or ignores it where this says no, refuses nothing.
    const never = ['hasRunOutOfGrace']
    expect(
      sorted(guards).filter((guard) => !words.includes(guard) && !never.includes(guard)),
    ).toEqual([])
  })

  test('every command is answered in every state that it is met in', () => {
    for (const actor of firstStates(kind))
      for (const command of commandsOf(actor)) {
        const answer = explainCommand(actor, command, new Date('2026-01-02T00:00:00.000Z'))
        expect(answer.says).toMatch(/^[A-Z].*\.$/)
        if (answer.outcome !== 'refused') continue
        expect(answer).toMatchObject({ condition: expect.any(String), change: expect.any(String) })
        expect(answer.values.length).toBeGreaterThan(0)
      }
  })

  test('an answer is that of the machine: what is accepted stands among the accepted commands', () => {
    for (const actor of firstStates(kind)) {
      const now = new Date((actor.snapshot.context as { now: number }).now)
      const accepted = commandsOf(actor).filter(
        (command) => explainCommand(actor, command, now).outcome === 'accepted',
      )
      expect(sorted(accepted)).toEqual(sorted(actor.snapshot.acceptedCommands))
    }
  })
})

describe.each<[string, readonly string[], Catalogue<string, never>]>([
  ['a charge', names.chargeReasons, chargeReasons],
  ['access', names.accessReasons, accessReasons],
  ['a delivery', names.deliveryReasons, deliveryReasons],
  ['a payment', names.paymentReasons, paymentReasons],
  ['its settlement', names.settlementReasons, settlementReasons],
  ['a permit', names.permitReasons, permitReasons],
])('the reasons of %s', (_, listed, words) => {
  test('are those that the API lists, and no other', () => {
    expect(sorted(Object.keys(words))).toEqual(sorted(listed))
  })

  test('are a clause and sentences, also where nothing is known beside them', () => {
    const strange = Object.entries(words).filter(
      ([, { says, condition, change, more = 'None.' }]) =>
        !/^[a-z].*[^.]$/.test(says) ||
        [condition, change, more].some((sentence) => !/^[A-Z`].*\.$/.test(sentence)),
    )
    expect(strange.map(([reason]) => reason)).toEqual([])
  })
})

test('why a draft cannot be paused is said with the states in which it could', () => {
  const [draft] = firstStates('subscription')
  expect(explainCommand(draft!, 'pause', new Date())).toMatchObject({
    outcome: 'refused',
    says: 'Draft (Idle) does not take pause.',
    change:
      'It takes pause while it is Active (Current), Active (Charging), Active (Overdue), Suspended, PendingPause or Paused.',
  })
})

test('after the last charge nobody is told to wait for the next one', () => {
  const input = SubscriptionInput.parse({ ...terms, maxPeriods: 1 })
  const target = { kind: 'subscription', entityId: input.contractAddress, ...owner } as const
  const charged = { type: 'chain.charged', period: 1, nextChargeAt: daysLater(10), position: 0 }
  const landed = { chargedAt: daysLater(0), allowance: '10', transactionHash: hashOf('1') }
  const events = [
    { type: 'subscription.create', input },
    { type: 'chain.fundsSeen', allowance: '20', balance: '20', position: 0 },
    { ...charged, ...landed },
  ]
  let actor: StoredActor | null = null
  for (const [at, event] of events.entries())
    ({ actor } = goOn(actor, { ...target, at: beganAt, revision: at + 1, event }))
  for (const command of ['pause', 'pauseUntil'])
    expect(explainCommand(actor!, command, new Date(beganAt))).toMatchObject({
      outcome: 'refused',
      change: 'Nothing is left to pause: it ends with the paid time.',
    })
})

/** The actor of each case, new and after each event that it takes first. */
function firstStates(kind: ActorKind): StoredActor[] {
  return allCases
    .filter((one) => one.kind === kind)
    .flatMap((one) => {
      const { input, beganAt } = one
      const entityId = String(kind === 'subscription' ? input['contractAddress'] : input['id'])
      const target = { kind, entityId, ...owner, at: beganAt }
      const create = { type: `${kind}.create`, input }
      const { actor } = goOn(null, { ...target, revision: 1, event: create })
      const { value } = actor.snapshot
      const context = actor.snapshot.context as Record<string, unknown>
      const events = one.eventsAt({ value, context, timers: {}, now: beganAt })
      const next = events.flatMap((event) => {
        try {
          return goOn(actor, { ...target, revision: 2, event }).actor
        } catch {
          return []
        }
      })
      return [actor, ...next]
    })
}

function guardOf({ guard }: { guard?: unknown }): string[] {
  if (typeof guard === 'string') return [guard]
  return guard ? [(guard as { type: string }).type] : []
}
