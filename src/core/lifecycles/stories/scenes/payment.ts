/** The scene of a payment: 49.9 USDC within a day, paid in any way that payers find. */
import { PaymentInput } from '../../../../../machines/payment/payment.events.ts'
import type { MessageEvent } from '../../../../shared/message.ts'
import {
  coins,
  contract,
  daysLater,
  hash,
  ids,
  minutesMs,
  type Moment,
  onChain,
  owner,
  receiver,
  type Scene,
  token,
} from '../scene.ts'

const price = 49.9
const part = 20
const tooMuch = 60

const input = PaymentInput.parse({
  id: ids.own,
  ...owner,
  ...onChain,
  token,
  amount: coins(price),
  receiver,
  depositSalt: `0x${'5a'.repeat(16)}`,
  depositAddress: contract,
  description: 'A pair of shoes',
  metadata: null,
  checkoutUrl: 'https://shop.example/checkout',
  expiresAt: daysLater(1),
  createdAt: daysLater(0),
})

const deposited = (seen: number, confirmed: number) => ({
  seen: coins(seen),
  confirmed: coins(confirmed),
})

/** Sums as the watcher reports them, each seen first and confirmed later; never lower than before. */
const sums = [part, price, tooMuch].flatMap((sum) => [deposited(sum, 0), deposited(sum, sum)])

function eventsAt({ context, now }: Moment<'payment'>): MessageEvent[] {
  const when = now > Date.parse(context.expiresAt) ? 'late' : 'inTime'
  const was = context[when]
  const grown = sums.filter(
    ({ seen, confirmed }) =>
      BigInt(seen) >= BigInt(was.seen) &&
      BigInt(confirmed) >= BigInt(was.confirmed) &&
      BigInt(confirmed) <= BigInt(was.seen),
  )
  const { inTime, late, swept, others, order } = context
  const report = { type: 'chain.depositsSeen', order: order + 1, inTime, late, swept, others }
  const came = BigInt(inTime.seen) + BigInt(late.seen)
  const excess = came - BigInt(coins(price))
  const refunds = [excess, came].filter((sum) => sum > 0n)
  return [
    ...grown.map((sum) => ({ ...report, [when]: sum, transactionHash: hash })),
    { type: 'payment.cancel' },
    { type: 'payment.accept' },
    ...refunds.map((sum) => ({
      type: 'payment.recordRefund',
      amount: String(sum),
      asset: null,
      transactionHash: null,
      note: null,
    })),
  ]
}

const differencesOf = ({ context, now }: Moment<'payment'>) => [
  context.inTime,
  context.late,
  context.accepted,
  context.refunds.length,
  context.isCalledOff,
  now > Date.parse(context.expiresAt),
]

export const paymentScenes: Scene<'payment'>[] = [
  { input, pauseMs: minutesMs, eventsAt, differencesOf },
]
