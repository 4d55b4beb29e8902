/** After a restore the end of a payment is told under the id that it had, though the steps before it are others. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { adoptPayment } from '../../src/watching/adoption/adopt-payment.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, untilPaymentState } from '../../test/chain/payments.ts'
import {
  blockchain,
  createWorld,
  network,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'
import { backUp, restoreBackup } from '../../test/support/backup.ts'
import { asMerchantKnows, newPayment } from './lost-payments.ts'
import { isPaid, readReported, type Reported } from './reported.ts'

const confirmations = 4
let world: World
let parts: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  world = await createWorld({ confirmations })
})
afterEach(() => stop())
afterAll(() => world?.close())

/** Without the chain relay nothing is moved on, and payments stay as the payers made them. */
function start(): void {
  parts = [startThinking(world), startWatching(world), startEventRelay(world)]
}

async function stop(): Promise<void> {
  for (const part of parts.toReversed()) await part.stop()
  parts = []
}

const untilDeep = async () => {
  for (let block = 1; block < confirmations; block++) await mineBlock(world.direct)
}

const told = ({ id }: { id: string }) => readReported(world, 'payment', id)

const pathOf = (reported: Reported[]) =>
  reported
    .filter(({ body }) => body['eventType'] === 'PaymentStatusChanged')
    .map(({ body }) => body['previousStatus'])

test('a payment that was told as seen and then as paid is told as paid at once after a restore, and when it is adopted, under the same id (P24, P63)', async () => {
  const { merchantId, receiver: address } = world.merchant
  await setReceiver(world, { merchantId, network }, { blockchain, address })
  start()
  const kept = await newPayment(world)
  await told(kept)
  await stop()
  await backUp(world.database.pool)

  start()
  const lost = await newPayment(world)
  const payer = await newPayer(world, 100n * unit)
  for (const payment of [kept, lost]) {
    await pay(world, payer, payment, 10n * unit)
    await untilPaymentState(world, payment, 'InProgress.Confirming')
    await untilDeep()
    await untilPaymentState(world, payment, 'Succeeded.Exact')
  }
  const before = [await told(kept), await told(lost)]
  for (const one of before) expect(pathOf(one)).toEqual(['Created', 'InProgress'])
  await stop()

  await restoreBackup(world.database.pool)
  start()
  await untilPaymentState(world, kept, 'Succeeded.Exact')
  expect(await adoptPayment(world, asMerchantKnows(lost))).toMatchObject({ isNew: true })
  await untilPaymentState(world, lost, 'Succeeded.Exact')
  for (const [index, payment] of [kept, lost].entries()) {
    const again = await told(payment)
    expect(pathOf(again)).toEqual(['Created'])
    const [first, second] = [before[index]!.find(isPaid)!, again.find(isPaid)!]
    expect(second.sequence).toBeLessThan(first.sequence)
    expect(second.id).toBe(first.id)
  }
  const [first, second] = [before[1]![0]!, (await told(lost))[0]!]
  expect(second.id).toBe(first.id)
})
