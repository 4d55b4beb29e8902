import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventJson } from '../../examples/client/merchant.ts'
import { type FlowWorld, startWorld } from './world.ts'
import { eventually } from '../../examples/client/eventually.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

const periodDays = 31

test('a subscription of 24 periods with one failed month runs from Draft to Finished, every webhook at the clock’s time', async () => {
  const { merchant, payer, receiver } = world
  const { contractAddress, status } = await merchant.subscribe(payer.address)
  expect(status).toBe('Draft')
  await payer.approve(contractAddress, 240)
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
  await payer.earn(1_000)
  await eventually(
    'the charge right after the money',
    async () => (await merchant.read(contractAddress)).chargesMade === 7,
  )

  for (let period = 7; period <= 24; period++) await merchant.pass(periodDays)
  const finished = await merchant.read(contractAddress)
  expect(finished).toMatchObject({ status: 'Finished', chargesMade: 24, actions: [] })
  expect(finished.charges.map(({ status: charged }) => charged)).toEqual(
    Array(24).fill('Succeeded'),
  )
  expect(await payer.balance(merchant.dev.merchant.receiver)).toBe(240_000_000n)

  const events = await merchant.events()
  await eventually('every webhook', () =>
    Promise.resolve(receiver.received.length >= events.length - 1),
  )
  expectEventsAtDueTimes(receiver.received, finished.charges.length)
}, 120_000)

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
