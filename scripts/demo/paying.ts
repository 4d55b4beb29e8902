/** A one-time payment: created, half paid, paid, moved on; and another that is paid too late. */
import { eventually } from '../../examples/client/eventually.ts'
import type { PaymentJson } from '../../examples/client/merchant.ts'
import { expectThat, heading, request, says } from './narrator.ts'
import type { Story } from './story.ts'

const token = 1_000_000n
const twoHoursInDays = 1 / 12

export async function paying(story: Story): Promise<void> {
  const { merchant, payer } = story
  const { receiver } = merchant.dev.merchant
  const before = await payer.balance(receiver)

  heading('The shop asks for 10 ltUSDC, once')
  request('POST /integration/payments')
  const payment = await merchant.createPayment('10', { metadata: { order: 4711 } })
  expectThat('status', payment.status, 'Created')
  says(`the payer is sent to ${payment.checkoutUrl}?name=Coffee`)
  says(`everything sent to ${payment.depositAddress} can only reach ${receiver}`)

  heading('The payer sends 4 from an exchange, and then the rest')
  await payer.earn(100)
  await payer.send(payment.depositAddress, 4n * token)
  const partial = await whenPayment(
    story,
    payment.id,
    'Partial',
    ({ phase }) => phase === 'Partial',
  )
  expectThat('still due', partial.dueAmount.value, '6')
  await payer.send(payment.depositAddress, 6n * token)
  await whenPayment(story, payment.id, 'Succeeded', ({ status }) => status === 'Succeeded')
  await whenPaymentReported(story, payment.id, 'Succeeded')
  says('the webhook PaymentStatusChanged Succeeded has arrived')

  heading('The money moves on to the shop by itself')
  await whenPayment(story, payment.id, 'settled', ({ settlement }) => settlement === 'Settled')
  const gained = (await payer.balance(receiver)) - before
  expectThat('the receiver has more, in whole tokens', Number(gained / token), 10)
}

export async function payingTooLate(story: Story): Promise<void> {
  const { merchant, payer } = story
  heading('Another payment runs out, and its money comes afterwards')
  const payment = await merchant.createPayment('10')
  await merchant.pass(twoHoursInDays)
  expectThat('status', (await merchant.readPayment(payment.id)).status, 'Expired')
  await payer.send(payment.depositAddress, 10n * token)
  const late = await whenPayment(story, payment.id, 'Late', ({ exception }) => exception === 'Late')
  says(
    `nothing is lost: ${late.seenAmount.value} ltUSDC came, and the shop may accept or give back`,
  )
  await whenPayment(story, payment.id, 'confirmed', ({ actions }) => actions.includes('accept'))
  request(`POST /integration/payments/${payment.id}/accept`)
  await merchant.mandate.payments.accept(payment.id)
  expectThat('status', (await merchant.readPayment(payment.id)).status, 'Succeeded')
  await whenPayment(story, payment.id, 'settled', ({ settlement }) => settlement === 'Settled')
}

const whenPayment = (
  { merchant }: Story,
  id: string,
  what: string,
  isSo: (payment: PaymentJson) => boolean,
): Promise<PaymentJson> =>
  eventually(`payment ${what}`, async () => {
    const payment = await merchant.readPayment(id)
    return isSo(payment) ? payment : null
  })

const whenPaymentReported = ({ receiver }: Story, id: string, status: string): Promise<true> =>
  eventually(`the webhook about the payment ${status}`, () =>
    Promise.resolve(
      receiver.received.some((event) => {
        const payment = event['payment'] as PaymentJson | undefined
        return payment?.id === id && payment.status === status
      }) || null,
    ),
  )
