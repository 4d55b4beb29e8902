/**
 * Every step of every actor, rebuilt from its journal alone, is what was stored after it: in random tales
 * of actors of every kind, on a real database. They are the same in every run; `SEED` makes others, `TALES`
 * more of them.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { replayTurns } from '../../src/store/views/explained/turns.ts'
import { Clock } from '../../src/shared/clock.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../src/shared/stored-actor.ts'
import { loadActors } from '../../src/store/engine/turn-store.ts'
import { allCases } from '../machines/cases/all-cases.ts'
import { owner } from '../machines/cases/owner.ts'
import type { Case } from '../support/explore.ts'
import { anAddress, anId, told } from './messages.ts'
import { createWorld, type World } from './world.ts'
import type { PastTurn } from '../../src/core/story/replay.ts'

const talesPerKind = Number(process.env['TALES'] ?? 6)
const seed = Number(process.env['SEED'] ?? 1)
const happeningsMax = 25

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe.each(actorKinds)('whatever happens to a %s', (kind) => {
  const tale = fc.record({
    one: fc.constantFrom(...allCases.filter((candidate) => candidate.kind === kind)),
    choices: fc.array(fc.nat(), { maxLength: happeningsMax, size: 'max' }),
  })

  test('each of its turns is replayed as it was stored (P20)', async () => {
    await fc.assert(
      fc.asyncProperty(tale, async ({ one, choices }) => {
        const stored = await live(one, choices)
        const turns = await turnsOf(stored.at(-1)!)
        expect(turns.map(({ gap }) => gap)).toEqual(stored.map(() => null))
        expect(turns.map(({ after }) => after)).toEqual(stored)
        expect(turns.map(({ before }) => before)).toEqual([null, ...stored.slice(0, -1)])
      }),
      { numRuns: talesPerKind, seed },
    )
  })
})

test('a guard that was asked is shown with its answer and what it saw', async () => {
  const [plain] = allCases.filter(({ kind }) => kind === 'charge') as [Case]
  const charge = await Life.begin(plain)
  await charge.take({ type: 'charge.attemptFailed', reason: 'InsufficientBalance' })
  const { dueAt, graceUntil } = charge.context
  const last = (await turnsOf(await charge.read())).at(-1)
  expect(last?.asked).toEqual([
    {
      guard: 'wasCancelRequested',
      answer: false,
      remembered: { isCancelRequested: false },
      told: {},
    },
    {
      guard: 'mayTryAgain',
      answer: true,
      remembered: { isInitial: false, dueAt, graceUntil, now: plain.beganAt },
      told: {},
    },
  ])
})

test('a guard of a state that is entered is asked once for each look at it', async () => {
  const [plain] = allCases.filter(({ kind }) => kind === 'payment') as [Case]
  const payment = await Life.begin(plain)
  await payment.take({ type: 'payment.cancel' })
  const last = (await turnsOf(await payment.read())).at(-1)
  const answers = last?.asked.map(({ guard, answer, told: seen }) => [guard, seen, answer])
  expect(answers?.at(-1)).toEqual(['isAt', { standing: 'Cancelled' }, true])
  expect(answers?.filter(([, , answer]) => answer)).toHaveLength(1)
})

test('what another version of the machine decided is listed without a guess, and the present state is known', async () => {
  const [plain] = allCases.filter(({ kind }) => kind === 'plan') as [Case]
  const plan = await Life.begin(plain)
  await plan.take({ type: 'plan.activate' })
  await plan.take({ type: 'plan.archive' })
  const actor = await plan.read()
  const { pool } = world.parts.database
  await pool.query(`update journal set to_state = 'Open' where entity_id = $1 and revision = 2`, [
    actor.id,
  ])
  const turns = await turnsOf(actor)
  expect(turns.map(({ after }) => after?.status ?? null)).toEqual(['Draft', null, 'Archived'])
  expect(turns[1]?.gap).toContain('to Open, not Active')
  await pool.query('delete from journal where entity_id = $1', [actor.id])
})

test('a page of turns is replayed from the beginning and gives the page alone', async () => {
  const [plain] = allCases.filter(({ kind }) => kind === 'plan') as [Case]
  const plan = await Life.begin(plain)
  for (const type of ['plan.activate', 'plan.archive', 'plan.restore']) await plan.take({ type })
  const turns = await turnsOf(await plan.read(), { from: 2, to: 3 })
  expect(turns.map(({ revision, after }) => [revision, after?.status])).toEqual([
    [2, 'Active'],
    [3, 'Archived'],
  ])
})

async function turnsOf(actor: StoredActor, range = {}): Promise<PastTurn[]> {
  const turns: PastTurn[] = []
  for await (const turn of replayTurns(world.parts.database, actor, range)) turns.push(turn)
  return turns
}

/** Lives through one thing after another, and returns the actor as it was stored after each turn. */
async function live(one: Case, choices: number[]): Promise<StoredActor[]> {
  const life = await Life.begin(one)
  const stored = [await life.read()]
  for (const choice of choices) {
    const events = [...one.eventsAt(life.situation), ...life.timers]
    await life.take(events[choice % events.length]!)
    const actor = await life.read()
    if (actor.revision > stored.at(-1)!.revision) stored.push(actor)
  }
  return stored
}

/** A clock that moves only when it is set, in Unix milliseconds. */
class StandingClock extends Clock {
  ms: number

  constructor(ms: number) {
    super()
    this.ms = ms
  }

  override now(): Date {
    return new Date(this.ms)
  }
}

/** One actor with a worker and a clock of its own, which stands at the case's beginning. */
class Life {
  readonly #clock: StandingClock
  readonly #engine: TurnEngine
  readonly #kind: ActorKind
  readonly #id: string
  #actor!: StoredActor

  private constructor({ kind, beganAt }: Case, id: string) {
    this.#kind = kind
    this.#id = id
    this.#clock = new StandingClock(beganAt)
    this.#engine = new TurnEngine({ ...world.parts, clock: this.#clock })
  }

  static async begin(one: Case): Promise<Life> {
    const id = 'contractAddress' in one.input && one.kind === 'subscription' ? anAddress() : anId()
    const life = new Life(one, one.kind === 'gasWallet' ? anAddress() : id)
    await life.take({ type: `${one.kind}.create`, input: withOwnNames(one, life.#id) })
    await life.read()
    return life
  }

  get context(): Record<string, unknown> {
    return this.#actor.snapshot.context as Record<string, unknown>
  }

  get situation() {
    const { value, timers } = this.#actor.snapshot
    const dueAt = Object.entries(timers).map(([id, timer]) => [id, timer.dueAt] as const)
    return { value, context: this.context, timers: Object.fromEntries(dueAt), now: this.#clock.ms }
  }

  get timers() {
    return Object.keys(this.#actor.snapshot.timers).map((type) => ({ type }))
  }

  async read(): Promise<StoredActor> {
    const { moved: found } = await loadActors(world.parts.database, [
      { kind: this.#kind, id: this.#id },
    ])
    this.#actor = [...found.values()][0]!
    return this.#actor
  }

  /** A timer comes at its moment, or now where that is past. */
  async take(event: { type: string; [field: string]: unknown }): Promise<void> {
    const timer = this.#actor?.snapshot.timers[event.type]
    if (timer) this.#clock.ms = Math.max(this.#clock.ms, timer.dueAt)
    const message = { ...told(this.#kind, this.#id, event), ...owner }
    const armed = timer ? { armedAtRevision: timer.armedAtRevision } : {}
    await this.#engine.take({ ...message, ...armed }, true)
  }
}

/** Gives a case's actor names that no other has, where the database lets two not have the same. */
function withOwnNames({ kind, input }: Case, id: string): object {
  const own = { id, contractAddress: anAddress(), depositAddress: anAddress(), endpointId: anId() }
  const names = kind === 'subscription' ? { contractAddress: id } : own
  const taken = Object.entries(names).filter(([name]) => name in input)
  return { ...input, ...Object.fromEntries(taken) }
}
