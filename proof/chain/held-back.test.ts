/**
 * A request that waits for something outside reports why once, again only for another reason, and once that it goes on:
 * to the payment, the charge, its subscription, and the merchant.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { setBalance } from '../../test/chain/dev-node.ts'
import { activeSubscription, newPayer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request, untilPaymentState } from '../../test/chain/payments.ts'
import { chargesOf, until, untilQuiet, untilState } from '../../test/chain/until.ts'
import { createWorld, network, passDays, startAll, type World } from '../../test/chain/world.ts'

/** A request that waits is tried every two seconds. */
const triesMin = 3
const patienceMs = 30_000

const forGas = 'charge.heldBack GasWalletEmpty'
const forAsset = 'charge.heldBack AssetInactive'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({ sweepAfterSeconds: 0 })
  service = startAll(world)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

const setGas = (wei: bigint) => setBalance(world.direct, world.merchant.wallet, wei)
const fillGas = () => setGas(10n ** 18n)
const switchAsset = (isOn: boolean) =>
  setAssetActive(world, { merchantId: world.merchant.merchantId, network }, 'ltUSDC', isOn)

/** Lists the reports of waiting to an actor, with the reasons. */
async function toldTo(id: string): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ told: string }>(
    `select concat_ws(' ', event->>'type', event->>'reason') as told from journal
     where entity_id = $1 and event->>'type' ~ 'eldBack|released|submitted' order by revision`,
    [id],
  )
  return rows.map(({ told }) => told)
}

/**
 * Lists the reports to the merchant about a resource; these worlds send no webhooks, so the events stay where they are.
 */
async function eventsOf(id: string, field: string): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ told: string }>(
    `select concat_ws(' ', name, payload->'resource'->>'status', payload->'resource'->>$2) as told
     from outbox where channel = 'event' and entity_id = $1
     order by (payload->>'sequence')::int`,
    [id, field],
  )
  return rows.map(({ told }) => told)
}

const untilTriedOften = (id: string) =>
  until(
    'a request that waits is tried often',
    async () => {
      const { rows } = await world.database.pool.query<{ attempts: number }>(
        `select attempts from outbox where channel = 'chain' and entity_id = $1`,
        [id],
      )
      return rows.some(({ attempts }) => attempts >= triesMin)
    },
    patienceMs,
  )

const untilTold = (id: string, told: string[]) =>
  until(
    `told ${told.join(', ')}`,
    async () => JSON.stringify(await toldTo(id)) === JSON.stringify(told),
    patienceMs,
  )

/** Passes to the next charge while there is no gas; returns the charge that waits for it. */
async function untilChargeWaits(contractAddress: string): Promise<string> {
  await untilQuiet(world)
  await setGas(1n)
  await passDays(world, 30)
  await untilState(world, contractAddress, 'Suspended')
  return (await chargesOf(world, contractAddress))[1]!.id
}

test('a sweep that waits for gas is told of once, and once that it goes on', async () => {
  await setGas(0n)
  const payment = await request(world)
  await pay(world, await newPayer(world, 100n * unit), payment, 10n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await untilTriedOften(payment.id)
  expect(await toldTo(payment.id)).toEqual(['payment.sweepHeldBack GasWalletEmpty'])
  await fillGas()
  await until(
    'the money moved on',
    async () => (await paymentOf(world, payment)).context.swept === String(10n * unit),
  )
  expect(await toldTo(payment.id)).toEqual(['payment.sweepHeldBack GasWalletEmpty'])
  expect(await eventsOf(payment.id, 'settlementReason')).toEqual([
    'PaymentCreated Created',
    'PaymentStatusChanged Succeeded',
    'PaymentFundsChanged Succeeded GasWalletEmpty',
    // The reason is gone once the sweep is sent; the money, once the chain shows it.
    'PaymentFundsChanged Succeeded',
    'PaymentFundsChanged Succeeded',
  ])
})

test('a charge that waits for gas is told of once, and once that it goes on', async () => {
  const { contractAddress } = await activeSubscription(world)
  const charge = await untilChargeWaits(contractAddress)
  await untilTriedOften(charge)
  expect(await toldTo(charge)).toEqual([forGas])
  await fillGas()
  await untilState(world, contractAddress, 'Active.Current')
  expect(await toldTo(charge)).toEqual([forGas, 'charge.submitted'])
  expect(await toldTo(contractAddress)).toEqual([forGas, 'charge.released'])
  expect((await eventsOf(contractAddress, 'reason')).slice(-2)).toEqual([
    'SubscriptionStatusChanged Suspended GasWalletEmpty',
    'SubscriptionStatusChanged Active',
  ])
})

test('a charge and its subscription hear of another reason, and of the first one again', async () => {
  const { contractAddress } = await activeSubscription(world)
  const charge = await untilChargeWaits(contractAddress)
  await untilTold(charge, [forGas])
  await switchAsset(false)
  await untilTold(charge, [forGas, forAsset])
  await switchAsset(true)
  await untilTold(charge, [forGas, forAsset, forGas])
  await fillGas()
  await untilState(world, contractAddress, 'Active.Current')
  expect(await toldTo(contractAddress)).toEqual([forGas, forAsset, forGas, 'charge.released'])
})
