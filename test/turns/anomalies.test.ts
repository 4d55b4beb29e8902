/** What nobody expected is kept and shown, and changes nothing; what is forged is not even that. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../src/shared/message.ts'
import { commit } from '../../src/store/commit.ts'
import { tell } from '../../src/store/outbox.ts'
import { readJournal } from '../support/laws.ts'
import { anId, command, createDelivery, createPlan, failDelivery, told } from './messages.ts'
import { startParts } from './room.ts'
import { createWorld, expectLaws, untilQuiet, type World } from './world.ts'

const timeoutMs = 5_000
let world: World

beforeAll(async () => {
  world = await createWorld()
  world.until(startParts(world.room))
})
afterEach(() => expectLaws(world.room))
afterAll(() => world.close())

const ask = (message: Message) => world.room.bus.request(message, timeoutMs)

async function existingPlan(): Promise<string> {
  const id = anId()
  await ask(createPlan(id))
  return id
}

async function anomaliesOf(entityId: string) {
  const { rows } = await world.room.database.pool.query(
    'select message_id, state, event, reason, merchant_id, network from anomaly where entity_id = $1',
    [entityId],
  )
  return rows
}

test('an event that the state does not take is kept, with the state, and leaves the outbox', async () => {
  const { database, bus } = world.room
  const id = await existingPlan()
  const strange = told('plan', id, { type: 'plan.archive' })
  await commit(database.pool, (client) => tell(client, [strange]))
  await bus.publish([strange])
  await untilQuiet(world.room)
  // It comes a second time, as it may.
  await bus.publish([strange])
  expect(await ask(strange)).toMatchObject({ outcome: 'refused' })

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

test('an event that changes nothing here leaves the outbox, and is no anomaly', async () => {
  const { database, bus } = world.room
  const id = anId()
  await ask(createDelivery(id))
  await ask(failDelivery(id))
  const late = failDelivery(id)
  await commit(database.pool, (client) => tell(client, [late]))
  await bus.publish([late])
  await untilQuiet(world.room)
  expect(await anomaliesOf(id)).toEqual([])
  expect(await readJournal(database, id)).toHaveLength(2)
})

const waiting = 'xstate.after.untilNextAttempt.delivery.Retrying.Waiting'

test.for([
  [{ type: 'xstate.init' }, 'failed'],
  [{ type: 'xstate.stop' }, 'failed'],
  [{ type: 'xstate.done.state.delivery' }, 'failed'],
  [{ type: 'xstate.error.actor.delivery' }, 'failed'],
  [{ type: '*' }, 'failed'],
  [{ type: waiting }, 'failed'],
  [{ type: waiting, armedSeq: 1 }, 'ignored'],
  [{ type: waiting, armedSeq: 2 }, 'ignored'],
  [{ type: 'xstate.done.state.delivery', armedSeq: 2 }, 'ignored'],
  [{ type: '__proto__', armedSeq: 2 }, 'ignored'],
] as const)('a forged %j moves nothing', async ([{ type, ...armed }, outcome]) => {
  const id = anId()
  await ask(createDelivery(id))
  await ask(failDelivery(id))
  for (const message of [command('delivery', id, { type }), told('delivery', id, { type })])
    expect(await ask({ ...message, ...armed })).toMatchObject({ outcome })
  expect(await readJournal(world.room.database, id)).toHaveLength(2)
})
