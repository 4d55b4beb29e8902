import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPayer, type Payer, tokenOf, unit } from './payers.ts'
import { pay, request, untilPayment, untilPaymentState } from './payments.ts'
import { createWorld, startThinking, startWatching, type World } from './world.ts'

let world: World
let payer: Payer
let parts: { stop(): Promise<void> }[]

beforeAll(async () => {
  world = await createWorld()
  parts = [startThinking(world), startWatching(world)]
  payer = await newPayer(world, 1_000n * unit)
})
afterAll(async () => {
  for (const part of parts ?? []) await part.stop()
  await world?.close()
})

test('a part leaves the rest due, and the rest completes the payment', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 4n * unit)
  await untilPaymentState(world, payment, 'InProgress.Partial')
  await pay(world, payer, payment, 6n * unit)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(context.inTime).toEqual({ seen: String(10n * unit), confirmed: String(10n * unit) })
  expect(context.token).toBe(tokenOf(world))
})

test('too much is seen in full', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 11n * unit)
  await untilPayment(world, payment, 'overpaid', ({ phase }) => phase === 'Overpaid')
})
