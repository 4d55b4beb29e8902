/** Every turn that can be taken is told in one plain sentence. */
import { describe, expect, test } from 'vitest'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { statePath } from '../../src/core/turn/state-path.ts'
import { goOn, type PastTurn } from '../../src/core/story/replay.ts'
import { findSentence, tellTurn } from '../../src/core/story/tell-turn.ts'
import type { Trouble } from '../../src/core/explaining/trouble.ts'
import type { Cause, MessageEvent } from '../../src/shared/message.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../src/shared/stored-actor.ts'
import type { Case } from '../support/explore.ts'
import { allCases } from './cases/all-cases.ts'
import { owner } from './cases/owner.ts'
import { findTrouble } from '../../src/core/explaining/find-trouble.ts'

/** Ways to go on from each state, in which an actor remembers different things. */
const visitsPerState = 3

const cause: Cause = { type: 'command', command: 'any', by: 'merchant' }

describe.each(actorKinds)('of a %s', (kind) => {
  test('every event and every timer has its sentence', () => {
    const types = [`${kind}.create`, ...actorDefinitions[kind].machine.events]
    expect(types.filter((type) => !findSentence(kind, type))).toEqual([])
  })

  test('every turn is one sentence, or two, without a gap in it', () => {
    const told = allCases.filter((one) => one.kind === kind).flatMap(tellAll)
    expect(told.length).toBeGreaterThan(4)
    const strange = /undefined|null|NaN|Invalid|\[object|\.\.|  | \.|^[a-z]|[^.!?”]$/
    expect(told.filter((sentence) => strange.test(sentence))).toEqual([])
    expect(told.filter((sentence) => / came, and it is \S+ since\.$/.test(sentence))).toEqual([])
  })
})

/** Somebody has to act in these, or something did not come about. */
const red = new Set([
  'Suspended',
  'Error',
  'Retrying',
  'Failed',
  'Expired',
  'Exhausted',
  'Failing',
  'Down',
  'Low',
  'Empty',
  'Rejected',
  'Revoked',
  'Refused',
  'Superseded',
])

describe.each(actorKinds)('every red state of a %s', (kind) => {
  test('explains itself, with a condition, what it saw, and what would change it', () => {
    const faults = new Set<string>()
    const explained = new Set<string>()
    for (const { after } of allCases.filter((one) => one.kind === kind).flatMap(visitAll)) {
      const trouble = findTrouble(after, knowingNothingElse)
      const place = `${after.kind} ${after.status} ${after.phase}`
      if (trouble) explained.add(place)
      else if (red.has(after.status) || after.phase === 'Overdue') faults.add(`${place}: nothing`)
      for (const fault of trouble ? faultsOf(trouble) : []) faults.add(`${place}: ${fault}`)
    }
    expect([...faults]).toEqual([])
    expect(explained.size).toBeGreaterThanOrEqual(explainedMin[kind])
  })
})

/** At least so many states of a kind have an explanation: where none had, nothing would be looked at. */
const explainedMin: Record<ActorKind, number> = {
  plan: 0,
  subscription: 17,
  charge: 9,
  payment: 13,
  transaction: 3,
  delivery: 4,
  customer: 1,
  destination: 2,
  verification: 4,
  gasWallet: 2,
  permit: 6,
}

function faultsOf({ says, condition, change, values }: Trouble): string[] {
  const unclear = [says, condition, change].filter(
    (sentence) => !/^([A-Z]|customer-\d ).*\.$/.test(sentence),
  )
  const told = `${says} ${change} ${JSON.stringify(values)}`
  if (/undefined|NaN|earlier version/.test(told)) unclear.push(told)
  return values.length > 0 ? unclear : [...unclear, `no values of: ${says}`]
}

const knowingNothingElse = {
  sending: { blockchain: 'LocalTestNet', gas: null, wait: null },
  subscription: null,
  charge: null,
  minSweep: null,
}

test('the one who did it is named, and amounts have the symbol of their asset', () => {
  const [plain] = allCases.filter(({ kind }) => kind === 'subscription') as [Case]
  const draft = begin(plain)
  expect(tell(draft)).toMatch(/^The merchant created it for .*: 0\.00001 ltUSDC every 10 days/)
  const paid = next(draft, { type: 'chain.fundsSeen', allowance: '0', balance: '20', position: 1 })
  expect(tell(paid!)).toBe(
    'The chain was asked: the payer allows 0.00 ltUSDC and has 0.00002 ltUSDC; a charge takes 0.00001 ltUSDC.',
  )
})

/** An actor after a turn, with the turn itself. */
type Visit = PastTurn & { after: StoredActor }

const tell = (visit: Visit): string => tellTurn(visit)

const tellAll = (one: Case): string[] => [...new Set(visitAll(one).map(tell))]

/** Takes every turn that an actor of this case can take, from states met a few times each. */
function visitAll(one: Case): Visit[] {
  const first = begin(one)
  const met = new Map<string, number>()
  const waiting = [first]
  for (const visit of waiting) {
    const path = statePath(visit.after.snapshot.value)
    const times = met.get(path) ?? 0
    if (times >= visitsPerState) continue
    met.set(path, times + 1)
    for (const event of eventsAfter(one, visit)) {
      const after = next(visit, event)
      if (after) waiting.push(after)
    }
  }
  return waiting
}

function eventsAfter(one: Case, { after, at }: Visit): MessageEvent[] {
  const { value, timers } = after.snapshot
  const context = after.snapshot.context as Record<string, unknown>
  const dueAt = Object.entries(timers).map(([id, timer]) => [id, timer.dueAt] as const)
  const situation = { value, context, timers: Object.fromEntries(dueAt), now: at }
  return [...one.eventsAt(situation), ...Object.keys(timers).map((type) => ({ type }))]
}

function begin({ kind, input, beganAt }: Case): Visit {
  const id = String(
    input['contractAddress'] && kind === 'subscription' ? input['contractAddress'] : input['id'],
  )
  const event = { type: `${kind}.create`, input }
  return take(null, { kind, entityId: id, ...owner, revision: 1, event, at: beganAt })
}

/** Takes a turn; null where the state does not take the event, or ignores it. */
function next({ after, at }: Visit, event: MessageEvent): Visit | null {
  const { kind, id, revision, snapshot } = after
  const now = Math.max(at, snapshot.timers[event.type]?.dueAt ?? 0)
  try {
    return take(after, { kind, entityId: id, ...owner, revision: revision + 1, event, at: now })
  } catch {
    return null
  }
}

function take(before: StoredActor | null, entry: Parameters<typeof goOn>[1]): Visit {
  const fromState = before ? statePath(before.snapshot.value) : ''
  const { actor, asked } = goOn(before, entry)
  const toState = statePath(actor.snapshot.value)
  return { ...entry, fromState, toState, cause, before, after: actor, asked, gap: null }
}
