import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { EventJson, Json } from '../../examples/client/merchant.ts'
import { createApiKey, findApiKey } from '../../src/store/merchants/api-keys.ts'
import { type FlowWorld, startWorld } from './world.ts'
import { eventually } from '../../examples/client/eventually.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

const periodDays = 31
/** The proof lives through two years. */
const periods = inject('tier') === 'proof' ? 24 : 9

test('a subscription of many periods with one failed month runs from Draft to Finished, every webhook at the clock’s time (S1-2, S1-18, S2.2-11, S4.3-10)', async () => {
  const { merchant, payer, receiver } = world
  const { contractAddress, status } = await merchant.subscribe(payer.address, {
    maxPeriods: periods,
  })
  expect(status).toBe('Draft')
  expect(await accessNow()).toEqual({ hasAccess: false, accessUntil: null, reason: 'NotActivated' })
  await payer.approve(contractAddress, 10 * periods)
  await merchant.command(contractAddress, 'activate')
  await eventually(
    'the first charge',
    async () => (await merchant.read(contractAddress)).status === 'Active',
  )

  await merchant.pass(periodDays * 5)
  expect(await merchant.read(contractAddress)).toMatchObject({ chargesMade: 6, status: 'Active' })

  await payer.emptyPockets()
  await merchant.pass(periodDays)
  const overdue = await merchant.read(contractAddress)
  expect(overdue).toMatchObject({
    status: 'Active',
    phase: 'Overdue',
    reason: 'InsufficientBalance',
  })
  expect(await accessNow()).toMatchObject({ hasAccess: true, reason: 'Overdue' })
  await payer.earn(1_000)
  await eventually(
    'the charge right after the money',
    async () => (await merchant.read(contractAddress)).chargesMade === 7,
  )

  for (let period = 7; period <= periods; period++) await merchant.pass(periodDays)
  const finished = await merchant.read(contractAddress)
  expect(finished).toMatchObject({ status: 'Finished', chargesMade: periods, actions: ['switch'] })
  expect(finished.charges.map(({ status: charged }) => charged)).toEqual(
    Array(periods).fill('Succeeded'),
  )
  expect(await accessNow()).toMatchObject({ hasAccess: false, reason: 'Finished' })
  expect((await accessEvents()).map(({ customer }) => customer)).toMatchObject([
    { customerId: 'c-1', hasAccess: true, reason: null, contractAddress },
    { customerId: 'c-1', hasAccess: false, reason: 'Finished', accessUntil: null, contractAddress },
  ])
  expect(await payer.balance(merchant.dev.merchant.receiver)).toBe(BigInt(periods) * 10_000_000n)

  const events = await merchant.events()
  await eventually('every webhook', () =>
    Promise.resolve(receiver.received.length >= events.length - 1),
  )
  expectEventsAtDueTimes(receiver.received, finished.charges.length)
}, 120_000)

test('what is paid for can be used to its end, a pause takes it away, and each beginning and end is one event', async () => {
  const { merchant, payer } = world
  await payer.earn(1_000)
  const before = (await accessEvents()).length
  const { contractAddress } = await merchant.subscribe(payer.address)
  await payer.approve(contractAddress, 240)
  await merchant.command(contractAddress, 'activate')
  const came = async (count: number) =>
    eventually(
      'an event about access',
      async () => (await accessEvents()).length === before + count,
    )
  await came(1)
  const { nextChargeAt } = await merchant.read(contractAddress)
  const active = await accessNow()
  expect(active).toMatchObject({ hasAccess: true, reason: null })
  expect(Date.parse(active.accessUntil!)).toBeGreaterThan(Date.parse(nextChargeAt))

  await merchant.command(contractAddress, 'pause')
  await came(2)
  expect(await accessNow()).toEqual({ hasAccess: false, accessUntil: null, reason: 'Paused' })
  expect(await merchant.read(contractAddress)).toMatchObject({ willChargeAt: null })
  await merchant.command(contractAddress, 'unpause')
  await came(3)
  const paidUntil = (await merchant.read(contractAddress)).nextChargeAt

  // Renewals and a cancellation take nothing away that is paid for.
  await merchant.command(contractAddress, 'cancel')
  await eventually('cancelled', async () => {
    const { status, phase } = await merchant.read(contractAddress)
    return status === 'Cancelled' && phase === 'PaidTime'
  })
  const leaving = { hasAccess: true, accessUntil: paidUntil, reason: 'CancelRequested' }
  expect(await accessNow()).toEqual(leaving)
  await merchant.pass(periodDays)
  await came(4)
  expect(await accessNow()).toMatchObject({ hasAccess: false, reason: 'CancelRequested' })
  const [last] = (await accessEvents()).slice(-1)
  expect(last!.customer).toMatchObject({ hasAccess: false, reason: 'CancelRequested' })
  expect(Math.abs(Date.parse(last!.eventTs) - Date.parse(paidUntil))).toBeLessThan(60_000)
  const { customers } = await merchant.get<{ customers: Json[] }>('/integration/customers')
  // Long after the first subscription, everything beside it follows the same clock.
  const { subscriptions } = await merchant.get<{ subscriptions: Json[] }>(
    '/integration/subscriptions',
  )
  const [firstSeenAt] = subscriptions.map(({ createdAt }) => createdAt as string).toSorted()
  expect(customers).toMatchObject([
    { customerId: 'c-1', hasAccess: false, subscriptionCount: 2, firstSeenAt },
  ])
  const { service } = world.service
  const demo = await findApiKey(service, merchant.dev.merchant.apiKey)
  const owner = { merchantId: demo!.merchantId, network: demo!.network }
  const { createdAt } = await createApiKey(service, owner, 'late')
  expect(Math.abs(createdAt.getTime() - service.clock.now().getTime())).toBeLessThan(60_000)
}, 60_000)

type CustomerJson = { hasAccess: boolean; accessUntil: string | null; reason: string | null }

async function accessNow(): Promise<CustomerJson> {
  const { customer } = await world.merchant.get<{ customer: CustomerJson }>(
    '/integration/customers/c-1',
  )
  const { hasAccess, accessUntil, reason } = customer
  return { hasAccess, accessUntil, reason }
}

const accessEvents = async () =>
  (await world.merchant.events()).filter(({ eventType }) => eventType === 'CustomerAccessChanged')

/** Expects a webhook for each charge, dated with the business time at which the charge was due. */
function expectEventsAtDueTimes(received: EventJson[], charges: number): void {
  const succeeded = received.filter(
    ({ eventType, charge }) =>
      eventType === 'SubscriptionChargeStatusChanged' &&
      (charge as { status: string }).status === 'Succeeded',
  )
  expect(succeeded).toHaveLength(charges)
  for (const { eventTs, charge } of succeeded) {
    const { chargeDate } = charge as { chargeDate: string }
    expect(Math.abs(Date.parse(eventTs) - Date.parse(chargeDate))).toBeLessThan(60_000)
  }
}
