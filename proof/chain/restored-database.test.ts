/** A database that was set back to an older backup: what was done since then is read from the chain again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { backUp, restoreBackup } from '../../test/support/backup.ts'
import { activeSubscription, newPayer, unit } from '../../test/chain/payers.ts'
import { pay, receivedBy, request, untilPayment } from '../../test/chain/payments.ts'
import { chargesOf, subscriptionOf, until, untilQuiet } from '../../test/chain/until.ts'
import { createWorld, passDays, startAll, type World } from '../../test/chain/world.ts'

let world: World
let service: { stop(): Promise<void> }
let relay: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
  relay = startEventRelay(world)
})
afterAll(async () => {
  await service?.stop()
  await relay?.stop()
  await world?.close()
})

const received = () => receivedBy(world)

const untilCharged = (contractAddress: string, times: number) =>
  until(`${times} charges`, async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context['chargesMade'] === times
  })

/** Reads the ids of the events about the charges of a subscription, once all events are logged. */
async function eventsOfCharges(contractAddress: string): Promise<string[]> {
  const { pool } = world.database
  await until('all events are logged', async () => {
    const { rows } = await pool.query(`select from outbox where channel = 'event' limit 1`)
    return rows.length === 0
  })
  const { rows } = await pool.query<{ id: string }>(
    `select event_id as id from merchant_event join charge on charge.id = resource_id
     where contract_address = $1 order by log_number`,
    [contractAddress],
  )
  return rows.map(({ id }) => id)
}

const untilSettled = (payment: { id: string }) =>
  untilPayment(
    world,
    payment,
    'settled',
    ({ status, context }) => status === 'Succeeded' && context.swept === String(10n * unit),
  )

test('a restored database takes charges, payments and nonces over from the chain, and nobody pays twice (P24)', async () => {
  const { contractAddress } = await activeSubscription(world)
  const payment = await request(world)
  const payer = await newPayer(world, 100n * unit)
  await untilQuiet(world)
  await service.stop()
  await backUp(world.database.pool)

  service = startAll(world)
  await pay(world, payer, payment, 10n * unit)
  await untilSettled(payment)
  await passDays(world, 30)
  await untilCharged(contractAddress, 2)
  await untilQuiet(world)
  const told = await eventsOfCharges(contractAddress)
  await service.stop()
  const before = await received()

  await restoreBackup(world.database.pool)
  expect((await subscriptionOf(world, contractAddress)).context['chargesMade']).toBe(1)
  service = startAll(world)
  await untilSettled(payment)
  await untilCharged(contractAddress, 2)
  await untilQuiet(world)
  expect(await received()).toBe(before)
  expect(told).toHaveLength(4)
  expect(await eventsOfCharges(contractAddress)).toEqual(told)

  // The gas wallet has sent transactions that the database does not know; what comes next has nonces all the same.
  await passDays(world, 30)
  await untilCharged(contractAddress, 3)
  await untilQuiet(world)
  expect(await received()).toBe(before + 10n * unit)
  const charges = await chargesOf(world, contractAddress)
  expect(charges.map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded', 'Succeeded'])
})
