/** Workers are killed one after another while actors work: the others and the new ones finish it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAllFinished, startLoad, untilCharged, untilCreated, untilFinished } from './load.ts'
import { startWillingChain } from './willing-chain.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import { untilQuiet } from './until-quiet.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const clients = 80
const recoveryMs = 15_000
const testTimeoutMs = 60_000
let world: World
let workers: WorkerProcess[]

beforeAll(async () => {
  world = await createWorld()
  world.until(startWillingChain(world.parts))
  workers = await Promise.all([startWorker(), startWorker()])
})
afterAll(() => world.close())

const startWorker = async () => world.until(await startWorkerProcess(world.addresses))

test(
  'workers are killed under load: nothing is lost, and all is done within 15 s (P1, P8)',
  { timeout: testTimeoutMs },
  async () => {
    const load = startLoad(world.parts, clients)
    await untilCreated(load, 1 / 4)
    await workers[0]!.stop()
    await untilCreated(load, 1 / 2)
    // For a while no worker runs at all.
    await workers[1]!.stop()
    await startWorker()
    const last = await startWorker()
    await untilCharged(world.parts, load, 1 / 2)
    await last.stop()

    await load.done
    await untilFinished(world.parts, load, recoveryMs)
    await untilQuiet(world.parts, recoveryMs)
    expect(load.troubles).toContain('unavailable')
    await expectAllFinished(world.parts, load)
    await expectLaws(world.parts)
  },
)
