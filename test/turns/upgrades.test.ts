/** Version 2 of a machine runs beside version 1, and what version 1 has stored goes on under it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upgrade } from '../../machines/upgrade.ts'
import { actorDefinitions, type ActorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { compareVersions, countPlaces } from '../../src/actors/upgrading/count-places.ts'
import { upgradeStored } from '../../src/actors/upgrading/upgrade-stored.ts'
import { replayTurns } from '../../src/store/views/explained/turns.ts'
import { tellTurn } from '../../src/core/story/tell-turn.ts'
import { Clock } from '../../src/shared/clock.ts'
import type { MessageEvent, Reply } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { loadActors } from '../../src/store/engine/turn-store.ts'
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

const places = async (definitions: ActorDefinitions) => {
  const versions = await compareVersions(world.parts.database, definitions)
  return countPlaces(world.parts.database, versions, { definitions, sampleOthers: true })
}

/** Collects what upgrades report. */
const sentences: string[] = []
const upgrade = (definitions: ActorDefinitions) =>
  upgradeStored({
    database: world.parts.database,
    now: world.parts.clock.now(),
    tell: (sentence) => sentences.push(sentence),
    definitions,
  })

test('an operator who asks before an upgrade learns how many stay, change and have no place', async () => {
  const count = Object.keys(charges).length
  const none = { moved: 0, without: 0, named: [] }
  expect(await places(actorDefinitions)).toEqual({ ...none, same: count })
  expect(await places(newRelease)).toEqual({ ...none, same: 0, moved: count })
  const forgotten = await places(forgetfulRelease)
  expect(forgotten).toMatchObject({ same: 0, moved: 0, without: count })
  expect(forgotten.named).toHaveLength(3)
})

test('without its upgrade a state has no place, and nothing is changed (P20)', async () => {
  const before = await readActors(world.parts.database)
  await expect(upgrade(forgetfulRelease)).rejects.toThrow(
    /^6 stored actors have no place in this release, and nothing was changed: charge.*Start the release before it$/s,
  )
  expect(await readActors(world.parts.database)).toEqual(before)
})

test('an upgrade that tells merchants another status is refused', async () => {
  const fail: Upgrade = ({ context }) => ({ value: 'Failed', context, timers: {} })
  const { charge } = actorDefinitions
  const release = { ...actorDefinitions, charge: { ...charge, version: 2, upgrades: { 1: fail } } }
  await expect(upgrade(release)).rejects.toThrow(
    /^6 stored actors .*its status would change from \w+ to Failed, and merchants were told it/s,
  )
})

test('upgraded actors go on under version 2, beside actors of version 1 (P20)', async () => {
  const before = await read(charges.waiting)
  expect(await upgrade(newRelease)).toBe(Object.keys(charges).length)
  expect(await upgrade(newRelease)).toBe(0)
  // The charges report to a subscription that is not there.
  expect(await findBreaches(world.parts.database, { empty: [] })).toEqual([])
  const waiting = await read(charges.waiting)
  expect(waiting).toMatchObject({ status: 'Retrying', phase: 'Resting', machineVersion: 2 })

  const { dueAt } = Object.values(before.snapshot.timers)[0]!
  expect(waiting.snapshot.timers).toMatchObject({
    'xstate.after.untilNextAttempt.Resting': { dueAt },
  })
  expect(waiting.snapshot.context).toMatchObject({ rests: 1 })
  expect((await read(charges.requested)).snapshot.context).toMatchObject({ rests: 0 })
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

  expect(await places(newRelease)).toMatchObject({ moved: 0, without: 0 })
  const held = { empty: [], definitions: newRelease }
  expect(await findBreaches(world.parts.database, held)).toEqual([])
})

test('the history of an upgraded actor tells the upgrade', async () => {
  const story: string[] = []
  for await (const turn of replayTurns(world.parts.database, await read(charges.succeeded)))
    story.push(tellTurn(turn))
  expect(story.at(-1)).toBe('The service went on with version 2 of the machine.')
  expect(story).toHaveLength(3)
})

test('a release that is older than what is stored starts beside it, says so, and leaves it alone (P20)', async () => {
  const before = await readActors(world.parts.database)
  expect(await upgrade(actorDefinitions)).toBe(0)
  expect(sentences).toEqual([
    'the actors of kind charge are of machine version 2, this release knows 1: they are left to processes of the newer release. Start that one; going back to this one means to restore the backup that was made before it',
  ])
  expect(await readActors(world.parts.database)).toEqual(before)
})
