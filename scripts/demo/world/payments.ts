/** One-time payments of the year, and those that the last day leaves to decide. */
import { eventually } from '../../../examples/client/eventually.ts'
import type { PaymentJson } from '../../../examples/client/merchant.ts'
import { Payer } from '../../../examples/client/payer.ts'
import type { Shop } from './shop.ts'

const token = 1_000_000n
const halfADay = 0.5

const orders = ['Two coffees', 'Gift card', 'Workshop in May', 'Tote bag', 'Cookbook', 'Seed box']

/** Creates and pays one, as every few weeks somebody does. */
export async function payOrder(shop: Shop, index: number): Promise<PaymentJson> {
  const value = String(8 + ((index * 7) % 40))
  const payment = await order(shop, value, index)
  await shop.story.payer.send(payment.depositAddress, BigInt(value) * token)
  return until(shop, payment.id, ({ status }) => status === 'Succeeded')
}

/** Leaves payments in every state that does not pass by itself, and a few that are under way. */
export async function leavePayments(shop: Shop): Promise<void> {
  const { merchant, payer } = shop.story
  await payer.earn(500)
  const names = ['late', 'short', 'expired'] as const
  const [late, short] = await Promise.all(names.map((_, index) => order(shop, '25', index)))
  await payer.send(short!.depositAddress, 20n * token)
  await merchant.pass(halfADay)
  await payer.send(late!.depositAddress, 25n * token)

  const [over, wrong, partial, cancelled, refunded] = await Promise.all(
    [0, 1, 2, 3, 4].map((index) => order(shop, '30', index)),
  )
  await payer.send(over!.depositAddress, 45n * token)
  const other = new Payer(merchant.dev, { asset: 1, mines: true })
  await other.earn(100)
  await other.send(wrong!.depositAddress, 30n * token)
  await payer.send(partial!.depositAddress, 12n * token)
  await merchant.mandate.payments.cancel(cancelled!.id)
  await payer.send(refunded!.depositAddress, 30n * token)
  await until(shop, refunded!.id, ({ status }) => status === 'Succeeded')
  await order(shop, '18', 5)
  for (const [payment, exception] of [
    [late, 'Late'],
    [over, 'Overpaid'],
    [wrong, 'WrongToken'],
  ] as const)
    await until(shop, payment!.id, (now) => now.exception === exception)
}

function order(shop: Shop, value: string, index: number): Promise<PaymentJson> {
  const description = orders[index % orders.length]!
  return shop.story.merchant.createPayment(value, {
    description,
    metadata: { order: 5_000 + index, item: description },
  })
}

const until = (shop: Shop, id: string, isSo: (payment: PaymentJson) => boolean) =>
  eventually(`payment ${id} as it should be`, async () => {
    const payment = await shop.story.merchant.readPayment(id)
    return isSo(payment) ? payment : null
  })
