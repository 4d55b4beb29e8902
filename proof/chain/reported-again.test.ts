/** After a restore the same fact is reported under the same id, whatever steps lead to it then. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { backUp, restoreBackup } from '../../test/support/backup.ts'
import { reorg, setAutomine } from '../../test/chain/dev-node.ts'
import { activeSubscription, newPayer, sendFrom, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import { until, untilQuiet, untilState } from '../../test/chain/until.ts'
import {
  createWorld,
  startThinking,
  startAll,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

import { isPaid, readReported } from './reported.ts'

type Part = { stop(): Promise<void> }
let world: World
let parts: Part[] = []

beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => stop())
afterAll(() => world?.close())

/** Without the chain relay nothing is moved on, and payments stay as the payers made them. */
function start({ isSweeping = true } = {}): void {
  parts = [
    ...(isSweeping ? [startAll(world)] : [startThinking(world), startWatching(world)]),
    startEventRelay(world),
  ]
}

async function stop(): Promise<void> {
  for (const part of parts.toReversed()) await part.stop()
  parts = []
}

async function restore(): Promise<void> {
  await stop()
  await restoreBackup(world.database.pool)
}

const reportedOf = (kind: string, id: string) => readReported(world, kind, id)

test('a payment that is paid again after a reorganisation is told anew, but for a service that has forgotten the first time (P24)', async () => {
  start({ isSweeping: false })
  const payment = await request(world)
  const payer = await newPayer(world, 100n * unit)
  await reportedOf('payment', payment.id)
  await stop()
  await backUp(world.database.pool)
  const payAndRead = async () => {
    await pay(world, payer, payment, 10n * unit)
    await untilPaymentState(world, payment, 'Succeeded.Exact')
    return reportedOf('payment', payment.id)
  }

  start({ isSweeping: false })
  const first = await payAndRead()
  await restore()
  start({ isSweeping: false })
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  const again = await reportedOf('payment', payment.id)
  expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))

  await setAutomine(world.direct, false)
  await reorg(world.direct, 1)
  await untilPaymentState(world, payment, 'Created')
  await setAutomine(world.direct, true)
  const oneLife = await payAndRead()
  expect(new Set(oneLife.map(({ id }) => id)).size).toBe(oneLife.length)

  await setAutomine(world.direct, false)
  await reorg(world.direct, 1)
  await untilPaymentState(world, payment, 'Created')
  await setAutomine(world.direct, true)
  await restore()
  start({ isSweeping: false })
  const otherLife = await payAndRead()
  // The same payment, paid by the same transaction in another block: who has shipped for it does not ship again.
  expect(otherLife.filter(isPaid).map(({ id }) => id)).toEqual([first.find(isPaid)!.id])
  expect(oneLife.filter(isPaid)).toHaveLength(2)
})

test('what a payer does to a subscription is told again under the id that it had, and so is what the customer may do by it', async () => {
  start()
  const { payer, contractAddress } = await activeSubscription(world)
  const { rows } = await world.database.pool.query<{ id: string }>('select id from customer')
  const told = async () => [
    ...(await reportedOf('subscription', contractAddress)),
    ...(await reportedOf('customer', rows[0]!.id)),
  ]
  await untilQuiet(world)
  const before = await told()
  await stop()
  await backUp(world.database.pool)

  start()
  const to = contractAddress as `0x${string}`
  await sendFrom(world, payer, { to, abi: subscriptionAbi, name: 'freeze', args: [] })
  await untilState(world, contractAddress, 'Paused')
  await sendFrom(world, payer, { to, abi: subscriptionAbi, name: 'unfreeze', args: [] })
  await untilState(world, contractAddress, 'Active.Current')
  const first = await told()
  expect(first.length).toBe(before.length + 4)

  await restore()
  start()
  await untilState(world, contractAddress, 'Active.Current')
  await until('all is told again', async () => (await told()).length === first.length)
  expect((await told()).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
})
