/** One of three NATS is lost: events stand on all of them, and nothing is noticed. */
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NatsCluster, startNatsCluster } from '../../scripts/fleet/nats-cluster.ts'
import { createLog } from '../../src/shared/log.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { freshDatabaseUrl } from '../../test/support/database.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import {
  expectAllFinished,
  startLoad,
  untilCharged,
  untilCreated,
  untilFinished,
} from '../turns/load.ts'
import { openParts, type Parts, startParts } from '../../test/turns/parts.ts'
import { startWillingChain } from '../turns/willing-chain.ts'
import { untilQuiet } from '../turns/until-quiet.ts'
import { expectLaws } from '../../test/turns/world.ts'

const clients = 40
const recoveryMs = 30_000
const testTimeoutMs = 90_000

let cluster: NatsCluster
let asking: NatsConnection
let parts: Parts

beforeAll(async () => {
  cluster = await startNatsCluster({ directory: newDirectory('cluster') })
  asking = await connect({ servers: cluster.url.split(',') })
})
afterAll(async () => {
  await parts?.stop()
  await asking?.close()
  await cluster.stop()
})

async function replicasOf(stream: string): Promise<number> {
  const manager = await asking.jetstreamManager({ timeout: 2_000 })
  return (await manager.streams.info(stream)).config.num_replicas
}

test('events that stood on one server stand on three once NATS_REPLICAS says so', async () => {
  const log = createLog('silent')
  const bus = await connectBus(cluster.url, log)
  const consuming = bus.consumeEvents(() => Promise.resolve())
  await expect.poll(() => replicasOf('EVENTS').catch(() => 0)).toBe(1)
  await consuming.stop()
  await bus.close()

  parts = await openParts({
    databaseUrl: await freshDatabaseUrl(),
    nats: { url: cluster.url, prefix: null },
    natsReplicas: 3,
  })
  startParts(parts)
  await expect.poll(() => replicasOf('EVENTS').catch(() => 0)).toBe(3)
})

test(
  'the server that leads is lost under load: every command is answered, and all is done (P11)',
  async () => {
    const chain = startWillingChain(parts)
    const load = startLoad(parts, clients)
    await untilCreated(load, 1 / 4)
    const lost = (await cluster.leader())!
    await cluster.kill(lost)
    await untilCharged(parts, load, 1 / 2)
    await cluster.start(lost)
    await load.done
    await untilFinished(parts, load, recoveryMs)
    await untilQuiet(parts, recoveryMs)
    await expectAllFinished(parts, load)
    await expectLaws(parts)
    await chain.stop()
  },
  testTimeoutMs,
)
