/** Unexpected messages are recorded and shown as anomalies, and change nothing. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askWorker } from '../support/ask.ts'
import type { Message } from '../../src/shared/message.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { readJournal } from '../support/laws.ts'
import { anId, command, createDelivery, createPlan, failDelivery, told } from './messages.ts'
import { startParts } from './parts.ts'
import { createWorld, expectLaws, type World } from './world.ts'

const timeoutMs = 60_000
let world: World

beforeAll(async () => {
  world = await createWorld()
  world.until(startParts(world.parts))
})
afterEach(() => expectLaws(world.parts))
afterAll(() => world.close())

const ask = (message: Message) => askWorker(world.parts, message, timeoutMs)

async function existingPlan(): Promise<string> {
  const id = anId()
  await ask(createPlan(id))
  return id
}

async function anomaliesOf(entityId: string) {
  const { rows } = await world.parts.database.pool.query(
    'select message_id, state, event, reason, merchant_id, network from anomaly where entity_id = $1',
    [entityId],
  )
  return rows
}

test('an event that the state does not take is recorded as an anomaly, with the state, and leaves the outbox', async () => {
  const { database, bus } = world.parts
  const id = await existingPlan()
  const strange = told('plan', id, { type: 'plan.archive' })
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [strange]))
  await bus.publish([strange])
  await world.settle()
  // A message may come a second time.
  await bus.publish([strange])
  expect(await bus.requestEvent(strange, timeoutMs)).toMatchObject({ outcome: 'notFound' })

  expect(await anomaliesOf(id)).toEqual([
    {
      message_id: strange.id,
      state: 'Draft',
      event: strange.event,
      reason: 'Draft does not take plan.archive',
      merchant_id: strange.merchantId,
      network: strange.network,
    },
  ])
  expect(await readJournal(database, id)).toHaveLength(1)
})

test('a command that the state does not take is refused, which is no anomaly', async () => {
  const id = await existingPlan()
  expect(await ask(command('plan', id, { type: 'plan.archive' }))).toMatchObject({
    outcome: 'refused',
    event: 'plan.archive',
    allowed: ['update', 'activate'],
    actor: { status: 'Draft', revision: 1 },
  })
  expect(await anomaliesOf(id)).toEqual([])
})

test('an event that the state ignores leaves the outbox, and is no anomaly', async () => {
  const { database, bus } = world.parts
  const id = anId()
  await ask(createDelivery(id))
  await ask(failDelivery(id))
  const late = failDelivery(id)
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [late]))
  await bus.publish([late])
  await world.settle()
  expect(await anomaliesOf(id)).toEqual([])
  expect(await readJournal(database, id)).toHaveLength(2)
})
