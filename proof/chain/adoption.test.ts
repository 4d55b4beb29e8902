/** Things made and paid after a backup are adopted from the chain, when the database goes on from the backup. */
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { depositSaltOf } from '../../src/shared/secrets/deposit-salt.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { adoptPayment } from '../../src/watching/adoption/adopt-payment.ts'
import { adoptSubscription } from '../../src/watching/adoption/adopt-subscription.ts'
import { findUnknown } from '../../src/watching/adoption/find-unknown.ts'
import { checkContracts } from '../../src/reader/contracts/contract-round.ts'
import { backUp, restoreBackup } from '../../test/support/backup.ts'
import { activeSubscription, newPayer, unit } from '../../test/chain/payers.ts'
import { pay, receivedBy, untilPayment } from '../../test/chain/payments.ts'
import { chargesOf, subscriptionOf, until, untilQuiet } from '../../test/chain/until.ts'
import {
  blockchain,
  createWorld,
  network,
  passDays,
  startAll,
  type World,
} from '../../test/chain/world.ts'
import { asMerchantKnows, newPayment } from './lost-payments.ts'
import { makePlan } from './monthly-plan.ts'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

const received = () => receivedBy(world)

const untilSettled = (payment: { id: string }) =>
  untilPayment(
    world,
    payment,
    'settled',
    ({ status, context }) => status === 'Succeeded' && context.swept === String(10n * unit),
  )

const untilCharged = (contractAddress: string, times: number) =>
  until(`${times} charges`, async () => {
    const found = await subscriptionOf(world, contractAddress)
    return found.context['chargesMade'] === times
  })

test('what only the chain remembers is adopted, its money counts once, and its next charge is in time (P24)', async () => {
  const planId = await makePlan(world)
  const { merchantId, receiver: address } = world.merchant
  await setReceiver(world, { merchantId, network }, { blockchain, address })
  await untilQuiet(world)
  await service.stop()
  await backUp(world.database.pool)

  service = startAll(world)
  const { contractAddress, input } = await activeSubscription(world)
  const [swept, unswept] = [await newPayment(world), await newPayment(world)]
  const payer = await newPayer(world, 100n * unit)
  await pay(world, payer, swept, 10n * unit)
  await untilSettled(swept)
  await untilQuiet(world)
  await service.stop()
  await pay(world, payer, unswept, 10n * unit)
  const before = await received()

  await restoreBackup(world.database.pool)
  service = startAll(world)
  await untilQuiet(world)
  const found = await findUnknown(world, null)
  expect(found.map(({ kind, address, notYours }) => [kind, address, notYours])).toEqual([
    ['subscription', contractAddress, null],
    ['deposit', swept.depositAddress, null],
  ])

  for (const payment of [swept, unswept]) {
    const lost = asMerchantKnows(payment)
    const other = { ...lost, id: newId(world.clock.now()) }
    await expect(adoptPayment(world, other)).rejects.toThrow('has the address')
    expect(await adoptPayment(world, lost)).toMatchObject({ isNew: true })
    expect(await adoptPayment(world, lost)).toMatchObject({ isNew: false })
    await untilSettled(payment)
  }

  const { customerId, metadata } = input
  const lost = { contractAddress: contractAddress as Address, customerId, metadata, planId: null }
  expect(await adoptSubscription(world, lost)).toEqual({ isNew: true, input: { ...input, planId } })
  await checkContracts(world, world.chain.nodes[0]!)
  await untilCharged(contractAddress, 1)
  await untilQuiet(world)
  expect(await received()).toBe(before + 10n * unit)

  await passDays(world, 30)
  await untilCharged(contractAddress, 2)
  await untilQuiet(world)
  expect(await received()).toBe(before + 20n * unit)
  const charges = await chargesOf(world, contractAddress)
  expect(charges.map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded'])
  expect(await findUnknown(world, null)).toEqual([])
})

test('the salt of an address is the same under another master key, and another for another payment', () => {
  const secrets = new Secrets(Buffer.alloc(32, 1))
  const merchant = { id: 'merchant', wrappedKey: secrets.newWrappedKey('merchant') }
  const rotated = new Secrets(Buffer.alloc(32, 2), Buffer.alloc(32, 1))
  const after = { ...merchant, wrappedKey: rotated.rewrap(merchant) }
  const salt = depositSaltOf(secrets, merchant, 'payment')
  expect(salt).toMatch(/^0x[0-9a-f]{32}$/)
  expect(depositSaltOf(rotated, after, 'payment')).toBe(salt)
  expect(depositSaltOf(secrets, merchant, 'other')).not.toBe(salt)
})
