/** Ends that are planned, and a switch of plans, on a real chain and by the test clock. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { eventually } from '../../examples/client/eventually.ts'
import type { Json, SubscriptionJson } from '../../examples/client/merchant.ts'
import { newActive } from '../../test/flow/clock-calls.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
  await world.payer.earn(10_000)
})
afterAll(() => world?.stop())

const periodDays = 31
const path = '/integration/subscriptions'
const read = (contract: string) => world.merchant.read(contract)
const send = (contract: string, command: string, body: Json = {}) =>
  world.merchant.post<SubscriptionJson>(`${path}/${contract}/${command}`, body)
const isAt = (contract: string, phase: string) =>
  eventually(phase, async () => (await read(contract)).phase === phase)

test('a cancellation at the end of the paid time charges nothing more, and access lasts as long as it is paid for', async () => {
  const contract = await newActive(world)
  const { nextChargeAt } = await read(contract)
  const ending = await send(contract, 'cancel', { when: 'PaidPeriodEnd' })
  expect(ending).toMatchObject({
    status: 'Active',
    phase: 'Ending',
    endsAt: nextChargeAt,
    willChargeAt: null,
    actions: ['uncancel', 'cancel', 'switch'],
  })
  expect(await send(contract, 'cancel', { when: 'PaidPeriodEnd' })).toMatchObject({
    phase: 'Ending',
  })
  expect(await send(contract, 'uncancel')).toMatchObject({ phase: 'Current', endsAt: null })
  await send(contract, 'cancel', { when: 'PaidPeriodEnd' })

  await world.merchant.pass(periodDays - 0.1)
  await isAt(contract, 'PaidTime')
  expect(await read(contract)).toMatchObject({ status: 'Cancelled', chargesMade: 1 })
  await world.merchant.pass(1)
  expect(await read(contract)).toMatchObject({ phase: 'Over', chargesMade: 1 })
  const planned = (await world.merchant.events()).filter(
    ({ eventType }) => eventType === 'SubscriptionScheduleChanged',
  )
  expect(planned.map(({ subscription }) => (subscription as SubscriptionJson).endsAt)).toEqual([
    nextChargeAt,
    null,
    nextChargeAt,
  ])
}, 120_000)

test('a pause until the latest moment goes on by itself, and what is left of the paid time is kept', async () => {
  const contract = await newActive(world)
  const { nextChargeAt, pausableUntil, createdAt } = await read(contract)
  expect(pausableUntil).not.toBeNull()
  const tooLate = await world.merchant.call('POST', `${path}/${contract}/pause`, {
    until: new Date(Date.parse(pausableUntil!) + 1).toISOString(),
  })
  expect(tooLate).toMatchObject({
    status: 409,
    body: {
      code: 'CommandNotAllowed',
      pausableUntil,
      message: expect.stringContaining(pausableUntil!),
      allowed: (await read(contract)).actions,
    },
  })
  await send(contract, 'pause', { until: pausableUntil! })
  await isAt(contract, 'Paused')
  expect(await read(contract)).toMatchObject({ resumesAt: pausableUntil, willChargeAt: null })
  // One leap over the end of the pause and over the moment from which only the payer could resume.
  await world.merchant.pass(periodDays + 4)
  await isAt(contract, 'Current')
  const resumed = await read(contract)
  expect(resumed).toMatchObject({ resumesAt: null, reason: null })
  const pausedDays = (Date.parse(pausableUntil!) - Date.parse(createdAt)) / dayMs
  const movedDays = (Date.parse(resumed.nextChargeAt) - Date.parse(nextChargeAt)) / dayMs
  expect(movedDays).toBeCloseTo(pausedDays, 1)
  await send(contract, 'cancel')
}, 120_000)

test('a second pause of the period is promised no later than the contract lets the service end it', async () => {
  const contract = await newActive(world)
  const { pausableUntil } = await read(contract)
  expect(await send(contract, 'pause', {})).toMatchObject({ pausableUntil })
  await isAt(contract, 'Paused')
  expect(await read(contract)).toMatchObject({ pausableUntil, resumesAt: null })
  await world.merchant.pass(2)
  await send(contract, 'unpause', {})
  await isAt(contract, 'Current')
  expect(await read(contract)).toMatchObject({ pausableUntil })
  await send(contract, 'pause', { until: pausableUntil! })
  expect(await read(contract)).toMatchObject({ resumesAt: pausableUntil })
  await isAt(contract, 'Paused')
  expect(await read(contract)).toMatchObject({ resumesAt: pausableUntil })
  await world.merchant.pass(periodDays + 4)
  await isAt(contract, 'Current')
  await send(contract, 'cancel')
}, 120_000)

test('a switch charges the new plan when the paid time of the old one is over, and the old one no more', async () => {
  const contract = await newActive(world)
  const { nextChargeAt } = await read(contract)
  const draft = await send(contract, 'switch', { planId: world.merchant.dev.planId })
  expect(draft).toMatchObject({ status: 'Draft', replaces: contract, startFrom: nextChargeAt })
  expect(await read(contract)).toMatchObject({ phase: 'Current', replacedBy: null })

  await world.payer.approve(draft.contractAddress, 240)
  await send(draft.contractAddress, 'activate')
  await isAt(contract, 'Ending')
  expect(await read(contract)).toMatchObject({ replacedBy: draft.contractAddress })
  expect(await read(draft.contractAddress)).toMatchObject({ phase: 'AwaitingPredecessor' })
  const refused = await world.merchant.call('POST', `${path}/${contract}/uncancel`, {})
  expect(refused.status).toBe(409)

  await world.merchant.pass(periodDays + 0.1)
  await isAt(draft.contractAddress, 'Current')
  const [old, young] = [await read(contract), await read(draft.contractAddress)]
  expect(old).toMatchObject({ status: 'Cancelled', phase: 'Over', reason: 'Switched' })
  expect(old.chargesMade).toBe(1)
  expect(young.chargesMade).toBe(1)
  const [first] = young.charges
  expect(Date.parse(first!.chargeDate)).toBeGreaterThanOrEqual(Date.parse(nextChargeAt))
  await send(draft.contractAddress, 'cancel')
}, 120_000)

test('a switch in a pause lets nobody charge the new one before what the pause has left is over', async () => {
  const contract = await newActive(world)
  await world.merchant.pass(11)
  const before = await read(contract)
  await send(contract, 'pause')
  await isAt(contract, 'Paused')
  await world.merchant.pass(6)
  const askedMs = Date.parse((await world.merchant.mandate.testClock.read()).now)
  const draft = await send(contract, 'switch', { planId: world.merchant.dev.planId })
  const leftDays = (Date.parse(draft.startFrom) - askedMs) / dayMs
  expect(leftDays).toBeCloseTo((Date.parse(before.nextChargeAt) - askedMs) / dayMs + 6, 1)
  const atOnce = await send(contract, 'switch', { planId: world.merchant.dev.planId, when: 'Now' })
  expect(Date.parse(atOnce.startFrom) - askedMs).toBeLessThan(3_600_000)

  await world.payer.approve(draft.contractAddress, 240)
  await send(draft.contractAddress, 'activate')
  await isAt(contract, 'Ending')
  await world.merchant.pass(leftDays + 0.1)
  await isAt(draft.contractAddress, 'Current')
  expect(await read(contract)).toMatchObject({ status: 'Cancelled', chargesMade: 1 })
  await send(draft.contractAddress, 'cancel')
}, 120_000)

test('a switch at once ends the old one before the new one is charged', async () => {
  const contract = await newActive(world)
  const draft = await send(contract, 'switch', {
    planId: world.merchant.dev.planId,
    when: 'Now',
    maxPeriods: 3,
  })
  expect(draft).toMatchObject({ maxPeriods: 3, replaces: contract })
  await world.payer.approve(draft.contractAddress, 30)
  await send(draft.contractAddress, 'activate')
  await isAt(contract, 'PaidTime')
  await world.merchant.pass(periodDays)
  await isAt(draft.contractAddress, 'Current')
  expect(await read(contract)).toMatchObject({ status: 'Cancelled', chargesMade: 1 })
  const again = await send(contract, 'switch', { planId: world.merchant.dev.planId })
  expect(again).toMatchObject({ status: 'Draft', replaces: null })
}, 120_000)
