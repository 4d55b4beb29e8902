/** Two turns of one actor in one batch that change the same timer: what counts in the end is what the last one did. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BatchBuilder } from '../../src/core/turn/batch.ts'
import { type LiveActor, takeTurn } from '../../src/core/turn/turn.ts'
import type { Message } from '../../src/shared/message.ts'
import { commitTurns } from '../../src/store/engine/turn-store.ts'
import { anId, command, createDelivery, failDelivery } from './messages.ts'
import { createWorld, expectLaws, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Takes messages one after another, and writes all their turns in one commit. */
async function takeTogether(before: LiveActor | null, messages: Message[]) {
  const batch = new BatchBuilder()
  let live = before
  for (const message of messages) {
    const result = takeTurn(live, message, new Date())
    if (result.outcome !== 'moved') throw new Error(`${message.event.type} is ${result.outcome}`)
    batch.add(result.turn)
    live = result.turn.next
  }
  const written = batch.toBatch()
  await commitTurns(world.parts.database, written)
  return { live: live!, written }
}

/** The rows of the actor's timers, which the law of the snapshot's timers is held against as well. */
async function timersOf(id: string) {
  await expectLaws(world.parts)
  const query = 'select armed_at_revision as revision, sent_at from timer where entity_id = $1'
  return (await world.parts.database.pool.query(query, [id])).rows as object[]
}

const resend = (id: string) => command('delivery', id, { type: 'delivery.resend' })

test('a timer that two turns of a batch cancel and arm again is there, and was not sent yet', async () => {
  const id = anId()
  const { live: waiting } = await takeTogether(null, [createDelivery(id), failDelivery(id)])
  await world.parts.database.pool.query(`update timer set sent_at = now() where entity_id = $1`, [
    id,
  ])
  const { written } = await takeTogether(waiting, [resend(id), failDelivery(id)])
  // Postgres does not say which of two changes of a row counts in one statement.
  expect(written.cancelled).toEqual([])
  expect(await timersOf(id)).toEqual([{ revision: 4, sent_at: null }])
})

test('a timer that two turns of a batch arm and cancel is gone', async () => {
  const id = anId()
  await takeTogether(null, [createDelivery(id), failDelivery(id), resend(id)])
  expect(await timersOf(id)).toEqual([])
})
