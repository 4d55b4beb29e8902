/** The parts of the service that webhooks need: a worker, its sweepers, and both relays. */
import { startWorker } from '../../src/actors/worker.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import type { Owner } from '../../src/shared/owner.ts'
import type { World } from './world.ts'

type Service = { stop(): Promise<void> }

/** Starts all parts, with receivers on the loopback interface allowed. */
export function startService(world: World): Service {
  const sender = startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } })
  const others = startServiceWithoutSender(world)
  return {
    async stop() {
      await sender.stop()
      await others.stop()
    },
  }
}

/** Starts all parts but the webhook relay. */
export function startServiceWithoutSender(world: World): Service {
  const parts = [
    startEventRelay(world),
    startTimerRelay({ ...world, directory: new ChainDirectory([]) }),
    startActorRelay(world),
    startWorker(world),
  ]
  return {
    async stop() {
      for (const part of parts) await part.stop()
    },
  }
}

export type Delivery = {
  id: string
  status: string
  reason: string | null
  sequence: number
  attempts: number
  lastError: string | null
  lastAttemptAt: string | null
  nextAttemptAt: string | null
}

/** Reads a merchant's deliveries, by lane and sequence. */
export async function readDeliveries(
  { database }: Pick<World, 'database'>,
  { merchantId, network }: Owner,
): Promise<Delivery[]> {
  const { rows } = await database.pool.query<Delivery>(
    `select id, status, sequence, snapshot->'context'->>'reason' as reason, (snapshot->'context'->>'attempts')::int as attempts,
       snapshot->'context'->'lastAttempt'->>'error' as "lastError",
       snapshot->'context'->'lastAttempt'->>'at' as "lastAttemptAt",
       snapshot->'context'->>'nextAttemptAt' as "nextAttemptAt"
     from delivery where merchant_id = $1 and network = $2 order by lane, sequence`,
    [merchantId, network],
  )
  return rows
}
