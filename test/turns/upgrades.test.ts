/** Version 2 of a machine runs beside version 1, and what version 1 has stored goes on under it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import type { Upgrade } from '../../machines/upgrade.ts'
import { actorDefinitions, type ActorDefinitions } from '../../src/actors/actor-definitions.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { bringBack } from '../../src/actors/upgrading/bring-back.ts'
import { judgeStored } from '../../src/actors/upgrading/judge-stored.ts'
import { judge, type Judgement } from '../../src/actors/upgrading/judge.ts'
import { upgradeStored } from '../../src/actors/upgrading/upgrade-stored.ts'
import { replayTurns } from '../../src/explaining/turns.ts'
import { tellTurn } from '../../src/explaining/story/tell-turn.ts'
import { Clock } from '../../src/shared/clock.ts'
import type { MessageEvent, Reply } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { loadActors } from '../../src/store/turn-store.ts'
import { readJournals } from '../../src/store/upgrading/stored-actors.ts'
import { findBreaches, readActors } from '../support/laws.ts'
import { forgetfulRelease, newRelease } from './charge-version-2.ts'
import { aHash, anAddress, anId, createCharge, told } from './messages.ts'
import { createWorld, type World } from './world.ts'

const contract = anAddress()
const transactionId = anId()
const failed = { type: 'charge.attemptFailed', reason: 'InsufficientBalance' }
const fundsArrived = { type: 'charge.fundsArrived' }
const confirmed = {
  type: 'charge.confirm',
  transactionHash: aHash(),
  chargedAt: new Date().toISOString(),
}

let world: World
let old: TurnEngine
let charges: Record<
  'requested' | 'waiting' | 'again' | 'retried' | 'inFlight' | 'succeeded',
  string
>

beforeAll(async () => {
  world = await createWorld()
  old = engineOf(actorDefinitions)
  charges = {
    requested: await live(old, []),
    waiting: await live(old, [failed]),
    again: await live(old, [failed, fundsArrived]),
    retried: await retry(),
    inFlight: await live(old, [{ type: 'charge.submitted', transactionId }]),
    succeeded: await live(old, [confirmed]),
  }
})
afterAll(() => world.close())

const engineOf = (definitions: ActorDefinitions, clock = world.parts.clock) =>
  new TurnEngine({ ...world.parts, clock, definitions })

let period = 0
async function live(engine: TurnEngine, events: MessageEvent[]): Promise<string> {
  const id = anId()
  await engine.take(createCharge(id, contract, ++period), true)
  for (const event of events) await take(engine, id, event)
  return id
}

/** A charge whose time of the next attempt has come. */
async function retry(): Promise<string> {
  const waiting = await read(await live(old, [failed]))
  const clock = new Clock()
  clock.setTestOffset(Object.values(waiting.snapshot.timers)[0]!.dueAt - Date.now())
  await fireTimer(engineOf(actorDefinitions, clock), waiting)
  return waiting.id
}

async function take(engine: TurnEngine, id: string, event: MessageEvent): Promise<Reply> {
  return JSON.parse(await engine.take(told('charge', id, event), true)) as Reply
}

async function fireTimer(engine: TurnEngine, { id, snapshot }: StoredActor): Promise<void> {
  const [type, { armedAtRevision }] = Object.entries(snapshot.timers)[0]!
  await engine.take({ ...told('charge', id, { type }), armedAtRevision }, true)
}

async function read(id: string): Promise<StoredActor<'charge'>> {
  const { moved: found } = await loadActors(world.parts.database, [{ kind: 'charge', id }])
  return [...found.values()][0] as StoredActor<'charge'>
}

async function judgements(definitions: ActorDefinitions): Promise<Map<string, Judgement>> {
  const all = new Map<string, Judgement>()
  for await (const one of judgeStored(world.parts.database, definitions)) all.set(one.actor.id, one)
  return all
}

/** What upgrades have told. */
const sentences: string[] = []
const upgrade = (definitions: ActorDefinitions) =>
  upgradeStored({
    database: world.parts.database,
    now: world.parts.clock.now(),
    tell: (sentence) => sentences.push(sentence),
    definitions,
  })

test('on the version that stored them, all actors are the same', async () => {
  const all = [...(await judgements(actorDefinitions)).values()]
  expect(all.map(({ verdict, why }) => ({ verdict, why }))).toEqual(
    Object.keys(charges).map(() => ({ verdict: 'same', why: null })),
  )
})

test('what an upgrade changes is told before it is done: the state, the timer, what is remembered', async () => {
  const all = await judgements(newRelease)
  const { snapshot } = await read(charges.waiting)
  const dueAt = new Date(Object.values(snapshot.timers)[0]!.dueAt).toISOString()
  expect(all.get(charges.waiting)).toMatchObject({
    verdict: 'mapped',
    why: null,
    becomes: [
      { what: 'state', from: 'Retrying.Waiting', to: 'Retrying.Resting' },
      { what: 'timer untilNextAttempt.Waiting', from: dueAt, to: 'none' },
      { what: 'timer untilNextAttempt.Resting', from: 'none', to: dueAt },
      { what: 'memory of rests', from: 'nothing', to: '1' },
    ],
  })
  expect(all.get(charges.requested)?.becomes).toEqual([
    { what: 'memory of rests', from: 'nothing', to: '0' },
  ])
  // The journals lead there, too, also past a timer that has another name now, when the new machine decides them from the beginning.
  expect([...all.values()].flatMap(({ otherwise }) => otherwise)).toEqual([])
  expect([...all.values()].map(({ why }) => why)).toEqual([...all.values()].map(() => null))
})

test('a machine that waits longer is told by its timers and by the next charge', async () => {
  const { charge } = actorDefinitions
  const delays = { untilNextAttempt: 5 * 60_000 }
  const machine = charge.machine.provide({ delays } as never)
  const all = await judgements({ ...actorDefinitions, charge: { ...charge, machine } })
  const changed = [...all.values()].filter(({ verdict }) => verdict === 'mapped')
  expect(
    changed.map(({ actor, otherwise }) => [actor.id, otherwise.map(({ what }) => what)]),
  ).toEqual([[charges.waiting, ['timer untilNextAttempt.Waiting']]])
})

test('a timer that went off too early for it is told with both moments', async () => {
  const waiting = await read(charges.waiting)
  const journals = await readJournals(world.parts.database, [waiting])
  const journal = journals.get(waiting.id)!
  const [type, { dueAt }] = Object.entries(waiting.snapshot.timers)[0]!
  const fired = { ...journal.at(-1)!, event: { type }, at: dueAt, revision: journal.length + 1 }
  const { charge } = actorDefinitions
  const delays = { untilNextAttempt: dueAt - journal.at(-1)!.at + dayMs }
  const machine = charge.machine.provide({ delays } as never)
  const judged = judge(waiting, [...journal, fired], {
    ...actorDefinitions,
    charge: { ...charge, machine },
  })
  const [came, due] = [dueAt, dueAt + dayMs].map((ms) => new Date(ms).toISOString())
  expect(judged).toMatchObject({
    verdict: 'mapped',
    why: `its journal ends before turn ${fired.revision} (${type}): it came at ${came}, and would not be due before ${due}`,
  })
})

test('a turn that this version would not take is named', async () => {
  const { charge } = actorDefinitions
  const machine = charge.machine.provide({ guards: { mayTryAgain: () => false } } as never)
  const all = await judgements({ ...actorDefinitions, charge: { ...charge, machine } })
  expect(all.get(charges.waiting)).toMatchObject({
    verdict: 'mapped',
    otherwise: expect.arrayContaining([
      { what: 'state', from: 'Retrying.Waiting', to: 'Failed' },
      { what: 'timer untilNextAttempt.Waiting', from: expect.any(String), to: 'none' },
    ]),
  })
  expect(all.get(charges.again)?.verdict).toBe('mapped')
})

test('without its upgrade a state has no place, and nothing is changed', async () => {
  const before = await readActors(world.parts.database)
  const all = await judgements(forgetfulRelease)
  expect(all.get(charges.waiting)).toMatchObject({ verdict: 'impossible' })
  await expect(upgrade(forgetfulRelease)).rejects.toThrow(
    /6 stored actors have no place in this release, and nothing was changed: .*machines:upgrade -- --dry-run/s,
  )
  expect(await readActors(world.parts.database)).toEqual(before)
})

test('an upgrade that tells merchants another status is refused', async () => {
  const fail: Upgrade = ({ context }) => ({ value: 'Failed', context, timers: {} })
  const all = await judgements({
    ...actorDefinitions,
    charge: { ...actorDefinitions.charge, version: 2, upgrades: { 1: fail } },
  })
  expect(all.get(charges.requested)).toMatchObject({
    verdict: 'impossible',
    why: 'its status would change from Pending to Failed, and merchants were told it',
  })
})

test('upgraded actors go on under version 2, beside actors of version 1', async () => {
  expect(await upgrade(newRelease)).toBe(Object.keys(charges).length)
  expect(await upgrade(newRelease)).toBe(0)
  // The charges report to a subscription that is not there.
  expect(await findBreaches(world.parts.database, { empty: [] })).toEqual([])
  const waiting = await read(charges.waiting)
  expect(waiting).toMatchObject({ status: 'Retrying', phase: 'Resting', machineVersion: 2 })

  const { dueAt } = Object.values(waiting.snapshot.timers)[0]!
  const clock = new Clock()
  clock.setTestOffset(dueAt - Date.now())
  const now = engineOf(newRelease, clock)
  await fireTimer(now, waiting)
  expect(await read(charges.waiting)).toMatchObject({ phase: 'Requested', machineVersion: 2 })
  const late = await take(now, charges.inFlight, failed)
  expect(late).toMatchObject({ outcome: 'applied', actor: { phase: 'Resting' } })

  const young = await live(old, [failed])
  expect(await read(young)).toMatchObject({ phase: 'Waiting', machineVersion: 1 })
  expect(await take(old, charges.inFlight, fundsArrived)).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('the newer release takes it'),
  })
  // Stored by the release before it while both run: brought up when it is touched.
  expect(await take(now, young, fundsArrived)).toMatchObject({ outcome: 'applied' })
  expect(await read(young)).toMatchObject({ phase: 'Requested', machineVersion: 2, revision: 4 })

  const all = [...(await judgements(newRelease)).values()]
  expect(all.map(({ verdict, why, otherwise }) => ({ verdict, why, otherwise }))).toEqual(
    all.map(() => ({ verdict: 'same', why: null, otherwise: [] })),
  )
})

test('the history of an upgraded actor tells the upgrade', async () => {
  const story: string[] = []
  for await (const turn of replayTurns(world.parts.database, await read(charges.succeeded)))
    story.push(tellTurn(turn))
  expect(story.at(-1)).toBe('The service went on with version 2 of the machine.')
  expect(story).toHaveLength(3)
})

test('a release that is older than what is stored starts beside it, says so, and leaves it alone', async () => {
  const before = await readActors(world.parts.database)
  expect(await upgrade(actorDefinitions)).toBe(0)
  expect(sentences).toEqual([
    'the actors of kind charge are of machine version 2, this release knows 1: they are left to processes of the newer release. Start it, or bring them back with its: npm run machines:upgrade -- --back charge',
  ])
  expect(await readActors(world.parts.database)).toEqual(before)
})

test('a version without a way back, or with an actor that has none, is not left', async () => {
  const { database, clock } = world.parts
  const back = (definitions: ActorDefinitions) =>
    bringBack({ database, now: clock.now(), definitions }, 'charge')
  const before = await readActors(database)
  const { charge } = newRelease
  await expect(back({ ...newRelease, charge: { ...charge, downgrades: {} } })).rejects.toThrow(
    'version 2 of the machine of charge has no way back: go on with this release, or restore the backup',
  )
  const nowhere: Upgrade = (stored) => ({ ...stored, value: 'Limbo' })
  await expect(
    back({ ...newRelease, charge: { ...charge, downgrades: { 2: nowhere } } }),
  ).rejects.toThrow(/^7 have no way back, and nothing was changed: charge\/.*Limbo/)
  await expect(bringBack({ database, now: clock.now() }, 'charge')).rejects.toThrow(
    'the machine of charge is of version 1: none was before it',
  )
  expect(await readActors(database)).toEqual(before)
})

test('what is brought back is what version 1 would have stored, and goes on under it', async () => {
  const { database, clock } = world.parts
  expect(await bringBack({ database, now: clock.now(), definitions: newRelease }, 'charge')).toBe(7)
  expect(await findBreaches(database, { empty: [] })).toEqual([])
  const inFlight = await read(charges.inFlight)
  expect(inFlight).toMatchObject({ phase: 'Waiting', machineVersion: 1 })
  expect(Object.keys(inFlight.snapshot.timers)).toEqual(['xstate.after.untilNextAttempt.Waiting'])
  expect(inFlight.snapshot.context).not.toHaveProperty('rests')
  const again = engineOf(actorDefinitions)
  expect(await take(again, charges.inFlight, fundsArrived)).toMatchObject({
    outcome: 'applied',
    actor: { phase: 'Requested', machineVersion: 1 },
  })
  const all = [...(await judgements(actorDefinitions)).values()]
  expect(all.map(({ verdict, why }) => ({ verdict, why }))).toEqual(
    all.map(() => ({ verdict: 'same', why: null })),
  )
})
