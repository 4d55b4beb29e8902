/** A delivery comes at the very moment at which a destination that is down has nothing left to be probed with. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestProbes } from '../../src/store/engine/chore-queue.ts'
import { passUntil, settle } from '../support/settle.ts'
import { broken, healthy, Receiver } from './receiver.ts'
import { secondAttemptMs } from './retry-waits.ts'
import { readDeliveries, startService } from './service.ts'
import {
  createHeldWorld,
  enqueueEvents,
  type Merchant,
  newAddress,
  newMerchant,
  pass,
  type World,
} from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let receiver: Receiver

beforeAll(async () => {
  world = await createHeldWorld()
  service = startService(world)
  receiver = await Receiver.start(broken)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await world.close()
})

const lanes = 3
/** More than the time for attempts: what waits is given up by the next probe that fails. */
const attemptsAreOverMs = 80 * 3_600_000

async function probeNow(merchant: Merchant): Promise<void> {
  await requestProbes(world.database, merchant)
  world.bus.wake('webhook')
}

async function destinationOf({ merchantId }: Merchant) {
  const { rows } = await world.database.pool.query<{ status: string; revision: number }>(
    'select status, revision from destination where merchant_id = $1',
    [merchantId],
  )
  return rows[0]
}

/** Makes a merchant whose endpoint is down, and whose next probe comes later. */
async function newMerchantThatIsDown(): Promise<Merchant> {
  receiver.behaviour = broken
  const merchant = await newMerchant(world, { url: receiver.url })
  for (let lane = 0; lane < lanes; lane++) await enqueueEvents(world, merchant, newAddress(), 1, 1)
  const waitingProbe = () =>
    world.database.pool.query(
      `select from outbox where merchant_id = $1 and name = 'probe' and last_error is not null`,
      [merchant.merchantId],
    )
  await settle(world)
  await pass(world, secondAttemptMs)
  expect(await waitingProbe()).toHaveProperty('rowCount', 1)
  return merchant
}

/**
 * Has everything that waits given up, and a probe find nothing. `meanwhile` happens before the destination has
 * taken that: it can be read and shared as before, and its own turn has to wait.
 */
async function endProbes(merchant: Merchant, meanwhile: () => Promise<void>): Promise<void> {
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    await holder.query('select from destination where merchant_id = $1 for share', [
      merchant.merchantId,
    ])
    world.clock.setTestOffset(world.clock.testOffsetMs + attemptsAreOverMs)
    await probeNow(merchant)
    await settle(world)
    const statuses = (await readDeliveries(world, merchant)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: lanes }, () => 'Exhausted'))
    await probeNow(merchant)
    // Each waits 2 s for the lock and comes again later, so there may be several.
    const areTurnsWaiting = async () => {
      const { rowCount } = await world.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount! > 0
    }
    await passUntil(world, 'a turn waits', areTurnsWaiting)
    await meanwhile()
    await holder.query('commit')
  } finally {
    // Not given back to the pool: where something above failed, its commit is open.
    holder.release(true)
  }
}

/** A new event comes, and its call is parked for long, because the destination is down. Calls that were given up may lie there still. */
async function parkOne(merchant: Merchant): Promise<void> {
  await enqueueEvents(world, merchant, newAddress(), 1, 1)
  const isParked = async () => {
    const { rowCount } = await world.database.pool.query(
      `select from outbox join delivery on delivery.id = entity_id
       where outbox.merchant_id = $1 and name = 'sendWebhook' and delivery.status = 'Pending'
         and available_at > now() + interval '10 minutes'`,
      [merchant.merchantId],
    )
    return rowCount === 1
  }
  await passUntil(world, 'it is parked', isParked)
}

const newestOf = async (merchant: Merchant) =>
  (await readDeliveries(world, merchant)).find(({ status }) => status !== 'Exhausted')

/** The turn that waited may have given up: its message comes again by itself. */
async function untilNewestIsSent(merchant: Merchant): Promise<void> {
  const isSent = async () => (await newestOf(merchant))?.attempts === 1
  await passUntil(world, 'the newest is sent', isSent)
  await settle(world)
}

test('what is parked for a destination at the moment at which its probes end goes out at once', async () => {
  const merchant = await newMerchantThatIsDown()
  await endProbes(merchant, async () => {
    await parkOne(merchant)
    receiver.behaviour = healthy
  })
  await untilNewestIsSent(merchant)
  expect(await newestOf(merchant)).toMatchObject({ status: 'Delivered', attempts: 1 })
  expect(await destinationOf(merchant)).toMatchObject({ status: 'Answering' })
})

test('where it fails the destination is down again, and is probed with it without another turn', async () => {
  const merchant = await newMerchantThatIsDown()
  await endProbes(merchant, () => parkOne(merchant))
  await untilNewestIsSent(merchant)
  expect(await newestOf(merchant)).toMatchObject({ status: 'Retrying', attempts: 1 })
  expect(await destinationOf(merchant)).toMatchObject({ status: 'Down' })
  const before = await destinationOf(merchant)
  for (let probes = 1; probes <= 3; probes++) {
    const calls = receiver.calls.length
    await probeNow(merchant)
    await settle(world)
    expect(receiver.calls.length).toBeGreaterThan(calls)
  }
  expect(await destinationOf(merchant)).toEqual(before)
  expect(await newestOf(merchant)).toMatchObject({ status: 'Retrying', attempts: 1 })
})
