/**
 * A worker that is killed has done a command or has not, never half of it, and another worker finishes
 * the work that it leaves behind.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askWorker } from '../../test/support/ask.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import type { Message } from '../../src/shared/message.ts'
import { requireKind } from '../../src/shared/stored-actor.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { readActors, readJournal } from '../../test/support/laws.ts'
import {
  anAddress,
  anId,
  command,
  createDelivery,
  createPlan,
  createSubscription,
  auditedCommand,
  failDelivery,
  fundsSeen,
  renamePlan,
} from '../../test/turns/messages.ts'
import { type Gate, openGate } from './postgres-gate.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import { untilQuiet } from './until-quiet.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const timeoutMs = 5_000
/** The time in which a command reaches a worker that will not answer. */
const killedTimeoutMs = 1_500
const recoveryMs = 15_000

let world: World
let gate: Gate
let worker: WorkerProcess

beforeAll(async () => {
  world = await createWorld()
  gate = world.until(await openGate(world.addresses.databaseUrl))
  await startWorker()
})
afterEach(() => expectLaws(world.parts))
afterAll(() => world.close())

/** Starts the only worker, in a process of its own behind the gate. */
async function startWorker() {
  worker = world.until(await startWorkerProcess({ ...world.addresses, databaseUrl: gate.url }))
}

const ask = (message: Message, patienceMs = timeoutMs) =>
  askWorker(world.parts, message, patienceMs)

/** Sends a command, kills the worker when its commit is at the gate, and starts another one. */
async function askAndKill(message: Message, side: 'request' | 'answer') {
  const held = gate.hold(side)
  const asking = ask(message, killedTimeoutMs).catch((error: Error) => error.name)
  await held.arrived
  if (side === 'answer') await expect.poll(() => isInJournal(message)).toBe(true)
  await worker.stop()
  expect(await asking).toBe('BusUnavailable')
}

const isInJournal = async ({ id, entityId }: Message): Promise<boolean> => {
  const { rows } = await world.parts.database.pool.query(
    'select 1 from journal where message_id = $1 and entity_id = $2',
    [id, entityId],
  )
  return rows.length === 1
}

async function existingPlan(): Promise<string> {
  const id = anId()
  await ask(createPlan(id))
  return id
}

test('a worker killed before its commit has done nothing, and the command is done once when it is sent again', async () => {
  const id = await existingPlan()
  const rename = renamePlan(id, 'Once')
  await askAndKill(rename, 'request')
  expect(await readJournal(world.parts.database, id)).toHaveLength(1)

  await startWorker()
  expect(await ask(rename)).toMatchObject({ outcome: 'applied', actor: { revision: 2 } })
  expect(await ask(rename)).toMatchObject({ outcome: 'applied', actor: { revision: 2 } })
})

test('a worker killed after its commit has done all, and the command is not done twice when it is sent again', async () => {
  const id = await existingPlan()
  const rename = renamePlan(id, 'Once')
  await askAndKill(rename, 'answer')

  await startWorker()
  expect(await ask(rename)).toMatchObject({ outcome: 'applied', actor: { revision: 2 } })
  expect(await readJournal(world.parts.database, id)).toHaveLength(2)
})

test("the entry of a person's command is written with it, however the worker ends, and once", async () => {
  const id = await existingPlan()
  const rename = { ...renamePlan(id, 'Once'), deed: auditedCommand('updatePlan', id) }
  await askAndKill(rename, 'request')
  expect(await entriesAbout(id)).toEqual([])

  await startWorker()
  await askAndKill(rename, 'answer')
  const written = { call: 'updatePlan', before: { status: 'Draft' }, after: { status: 'Draft' } }
  expect(await entriesAbout(id)).toEqual([written])

  await startWorker()
  expect(await ask(rename)).toMatchObject({ outcome: 'applied', actor: { revision: 2 } })
  expect(await entriesAbout(id)).toEqual([written])
})

async function entriesAbout(subject: string) {
  const { rows } = await world.parts.database.pool.query(
    'select call, before, after from audit_entry where subject = $1',
    [subject],
  )
  return rows
}

test('messages that a killed worker had not published yet are consumed within 15 s (P8)', async () => {
  const contractAddress = anAddress()
  await ask(createSubscription(contractAddress))
  await askAndKill(fundsSeen(contractAddress), 'answer')

  await startWorker()
  await untilQuiet(world.parts, recoveryMs)
  expect(await statesOf('charge', contractAddress)).toEqual(['Pending.Requested'])
})

test('messages that a killed worker had in hand are taken by another within 15 s (P8)', async () => {
  const { bus, database } = world.parts
  const id = anId()
  await ask(createDelivery(id))
  const fail = failDelivery(id)
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [fail]))
  const held = gate.hold('request')
  await bus.publish([fail])
  await held.arrived
  await worker.stop()

  await startWorker()
  await untilQuiet(world.parts, recoveryMs)
  expect(await readJournal(database, id)).toHaveLength(2)
})

test('a worker that was stopped between reading and writing overwrites nothing when it goes on (P9)', async () => {
  const id = await existingPlan()
  const held = gate.hold('request')
  const asking = ask(renamePlan(id, 'From an old reading'))
  await held.arrived
  worker.signal('SIGSTOP')

  const other = new TurnEngine(world.parts)
  await other.take(command('plan', id, { type: 'plan.activate' }), false)
  worker.signal('SIGCONT')
  held.release()

  expect(await asking).toMatchObject({ outcome: 'refused', actor: { status: 'Active' } })
  expect(await readJournal(world.parts.database, id)).toHaveLength(2)
})

async function statesOf(
  kind: 'subscription' | 'charge',
  contractAddress: string,
): Promise<string[]> {
  const actors = await readActors(world.parts.database)
  return actors
    .filter((actor) => actor.kind === kind)
    .map((actor) => requireKind(actor, kind))
    .filter(({ snapshot }) => snapshot.context.contractAddress === contractAddress)
    .map(({ status, phase }) => (phase ? `${status}.${phase}` : status))
}
