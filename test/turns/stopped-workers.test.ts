/** A worker that is asked to stop finishes what it has taken, and takes no more. */
import { expect, test } from 'vitest'
import { startWorker } from '../../src/actors/worker.ts'
import { anId, createPlan } from './messages.ts'
import { readJournal } from '../support/laws.ts'
import { createWorld, expectLaws } from './world.ts'

const timeoutMs = 2_000

test('every command that a stopping worker has done is answered, and the others are not done', async () => {
  const world = await createWorld()
  const room = await world.openRoom()
  const worker = startWorker(room)
  await room.bus.connection.flush()

  const ids = Array.from({ length: 500 }, anId)
  const asks = ids.map((id) => world.room.bus.request(createPlan(id), timeoutMs))
  const answers = Promise.allSettled(asks)
  await Promise.race(asks)
  await worker.stop()
  const done = await readJournal(world.room.database)
  await room.stop()

  const answered = (await answers).filter(({ status }) => status === 'fulfilled')
  expect(answered).toHaveLength(done.length)
  expect(await readJournal(world.room.database)).toHaveLength(done.length)
  await expectLaws(world.room)
  await world.close()
})
