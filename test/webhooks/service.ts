/** The service as far as webhooks need it: a worker, its sweepers, and both relays. */
import { startWorker } from '../../src/actors/worker.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import type { Owner, World } from './world.ts'

/** Starts everything, with receivers on the loopback interface allowed. */
export function startService(world: World): { stop(): Promise<void> } {
  const parts = [
    startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } }),
    startEventRelay(world),
    startTimerRelay(world),
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
  sequence: number
  attempts: number
  lastError: string | null
}

/** Reads a merchant's deliveries, by line and sequence. */
export async function readDeliveries(
  { database }: Pick<World, 'database'>,
  { merchantId, network }: Owner,
): Promise<Delivery[]> {
  const { rows } = await database.pool.query<Delivery>(
    `select id, status, sequence, (snapshot->'context'->>'attempts')::int as attempts,
       snapshot->'context'->'lastAttempt'->>'error' as "lastError"
     from delivery where merchant_id = $1 and network = $2 order by line, sequence`,
    [merchantId, network],
  )
  return rows
}
