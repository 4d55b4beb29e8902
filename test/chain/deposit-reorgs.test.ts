import { afterEach, expect, test } from 'vitest'
import { mineBlock, reorg, setAutomine } from './dev-node.ts'
import { newPayer, type Payer, unit } from './payers.ts'
import { pay, paymentOf, request, untilPayment, untilPaymentState, reportsTo } from './payments.ts'
import { createWorld, startThinking, startWatching, type World } from './world.ts'

let world: World
let payer: Payer
let parts: { stop(): Promise<void> }[]

async function start(confirmations: number) {
  world = await createWorld({ confirmations })
  parts = [startThinking(world), startWatching(world)]
  payer = await newPayer(world, 1_000n * unit)
}
afterEach(async () => {
  for (const part of parts) await part.stop()
  await world.close()
})

test('money is seen at once, and confirmed when it is deep enough', async () => {
  await start(3)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  const { context } = await untilPaymentState(world, payment, 'InProgress.Confirming')
  expect(context.inTime).toEqual({ seen: String(10n * unit), confirmed: '0' })
  await mineBlock(world.direct)
  await mineBlock(world.direct)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect((await reportsTo(world, payment)).map(({ inTime }) => inTime)).toEqual([
    { seen: String(10n * unit), confirmed: '0' },
    { seen: String(10n * unit), confirmed: String(10n * unit) },
  ])
})

test('money that was only seen, and that a reorganisation removes, is taken back', async () => {
  await start(3)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilPaymentState(world, payment, 'InProgress.Confirming')
  await reorg(world.direct, 1)
  await untilPaymentState(world, payment, 'Created')
  for (let i = 0; i < 3; i++) await mineBlock(world.direct)
  await pay(world, payer, payment, 4n * unit)
  await untilPaymentState(world, payment, 'InProgress.Partial')
})

test('money that was confirmed, and that a reorganisation removes, is taken back; and may come again (P6)', async () => {
  await start(1)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await setAutomine(world.direct, false)
  await reorg(world.direct, 1)
  await untilPaymentState(world, payment, 'Created')
  await setAutomine(world.direct, true)
  await pay(world, payer, payment, 10n * unit)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(context.inTime.seen).toBe(String(10n * unit))
})

test('a reorganisation that removes a part of the money leaves the other part', async () => {
  await start(1)
  const payment = await request(world)
  await pay(world, payer, payment, 3n * unit)
  await pay(world, payer, payment, 7n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await reorg(world.direct, 1)
  await untilPayment(
    world,
    payment,
    'the first part alone',
    ({ context }) => context.inTime.confirmed === String(3n * unit),
  )
  expect(await paymentOf(world, payment)).toMatchObject({ status: 'InProgress', phase: 'Partial' })
})
