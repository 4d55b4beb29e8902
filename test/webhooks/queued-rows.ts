/** The queue of webhooks, with rows by hand. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DestinationCalls } from '../../src/store/engine/webhook-queue.ts'
import { claimWebhooks } from '../../src/store/engine/webhook-queue.ts'
import { freshDatabase } from '../support/database.ts'

export const bounds = { totalMax: 100, perMerchantMax: 20, perDestinationMax: 8, leaseMs: 9_000 }
export const network = 'TestNet' as const

export let database: Awaited<ReturnType<typeof freshDatabase>>

/** Gives the tests of a file one database, which is empty before each of them. */
export function prepareQueue(): void {
  beforeAll(async () => {
    database = await freshDatabase()
    // Deliveries here have readable ids, which name no moment.
    await database.pool.query('create table delivery_of_any_id partition of delivery default')
  })
  beforeEach(async () => {
    await database.pool.query('truncate outbox, delivery, destination')
  })
  afterAll(() => database.close())
}

export type Place = { merchantId: string; apiKey?: string; lane: string; sequence: number }

export async function insertDelivery({ merchantId, lane, sequence }: Place, status: string) {
  await database.pool.query(
    `insert into delivery (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     values ($1, $2, $3, $4, '', 1, 1, $5, now(), now())`,
    [`${lane}/${sequence}`, merchantId, network, status, { context: { lane, sequence } }],
  )
}

export async function insertRow(
  { merchantId, apiKey = `key of ${merchantId}`, lane, sequence }: Place,
  {
    id = `delivery/${lane}/${sequence}/1/0`,
    channel = 'webhook',
    name = 'sendWebhook',
    rowLane = lane,
  } = {},
) {
  await database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     values ($1, $2, $3, 'delivery', $4, $5, $6, $7, $8, '{}', now(), now())`,
    [
      id,
      channel,
      name,
      `${lane}/${sequence}`,
      merchantId,
      network,
      rowLane,
      { lane, sequence, endpointId: 'endpoint', apiKey },
    ],
  )
}

export async function insertWaiting(place: Place): Promise<void> {
  await insertDelivery(place, 'Pending')
  await insertRow(place)
}

export async function claimed(
  options: Partial<typeof bounds> = {},
  underWay: DestinationCalls[] = [],
) {
  const { rows } = await claimWebhooks(database, underWay, { ...bounds, ...options })
  return rows.map(({ merchantId, payload }) => `${merchantId} ${payload.lane} ${payload.sequence}`)
}
