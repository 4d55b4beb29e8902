/** Every transition of every machine is taken by turns that are committed to PostgreSQL, a path for each test. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '../../src/shared/errors.ts'
import { findBreaches } from '../../test/support/laws.ts'
import { createWorld, type World } from '../../test/turns/world.ts'
import { recordResult, repeatLine } from './path.ts'
import { selected } from './selection.ts'
import { livePath } from './store/live.ts'
import { plannedStorePaths, type StorePath, titleOf } from './store/planned.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe.concurrent('messages take the path', () => {
  test.each(selected(plannedStorePaths()).map((path) => [titleOf(path), path] as const))(
    '%s',
    (_, path) => live(path),
  )
})

test('every law holds of all that was lived', async () => {
  expect(await findBreaches(world.parts.database, { empty: [] })).toEqual([])
})

async function live(path: StorePath): Promise<void> {
  const { id, kind, ground, steps, transitions } = path
  const beganAt = performance.now()
  const failure = await livePath(world.parts, path).then(
    () => null,
    (error: unknown) => errorText(error),
  )
  const durationMs = Math.round(performance.now() - beganAt)
  recordResult({ id, kind, ground, steps, transitions, failure, durationMs })
  if (failure !== null) throw new Error(`${failure}\n${repeatLine(path)}`)
}
