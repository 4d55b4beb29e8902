import type { PaymentContext } from '../../../machines/payment/payment.context.ts'
import {
  type Deposited,
  type DepositsSeen,
  type OtherToken,
  PaymentInput,
} from '../../../machines/payment/payment.events.ts'
import type { Case, Situation } from '../../support/explore.ts'
import { addressOf, beganAt, daysLater, hashOf, idOf, owner } from './owner.ts'

/** The terms of a payment of a thousand base units, within one day. */
export const terms = {
  id: idOf('M'),
  ...owner,
  blockchain: 'LocalTestNet',
  asset: 'ltUSDC',
  decimals: 6,
  token: addressOf('b'),
  amount: '1000',
  receiver: addressOf('c'),
  depositSalt: `0x${'5a'.repeat(16)}`,
  depositAddress: addressOf('d'),
  description: 'A pair of shoes',
  metadata: null,
  checkoutUrl: 'https://shop.example/checkout',
  expiresAt: daysLater(1),
  createdAt: daysLater(0),
}

export const memoryOf = ({ context }: Pick<Situation, 'context'>) => context as PaymentContext

export const otherToken: OtherToken = {
  token: addressOf('e'),
  asset: 'ltEURC',
  decimals: 6,
  amount: '50',
}

export type Sums = Partial<Pick<DepositsSeen, 'inTime' | 'late' | 'swept' | 'others'>>

/** Makes the report of deposits with this order. */
export const depositsSeen = (order: number, sums: Sums) => ({
  type: 'chain.depositsSeen' as const,
  order,
  inTime: deposited(0),
  late: deposited(0),
  swept: '0',
  others: [],
  transactionHash: hashOf('1'),
  ...sums,
})

export const deposited = (confirmed: number, seen = confirmed): Deposited => ({
  seen: String(seen),
  confirmed: String(confirmed),
})

export const refundOf = (amount: string, asset: string | null = null) => ({
  type: 'payment.recordRefund',
  amount,
  asset,
  transactionHash: null,
  note: null,
})

const decisions = [{ type: 'payment.cancel' }, { type: 'payment.accept' }, refundOf('500')]

const sweepReports = [
  { type: 'payment.sweep' },
  { type: 'payment.sweepSubmitted', transactionId: idOf('T') },
  { type: 'payment.sweepHeldBack', reason: 'GasWalletEmpty' },
  { type: 'payment.sweepFailed', reason: 'ChainReverted' },
]

/** Sums of nothing, too little, enough and too much, each seen first, and confirmed. */
const everySum: Sums[] = [
  {},
  { inTime: deposited(0, 400) },
  { inTime: deposited(400) },
  { inTime: deposited(400, 1000) },
  { inTime: deposited(1000) },
  { inTime: deposited(1000), swept: '1000' },
  { inTime: deposited(1500) },
  { late: deposited(0, 500) },
  { late: deposited(500) },
]

/** Sums that differ for a sweep. */
const sumsToSweep: Sums[] = [
  { others: [otherToken] },
  { inTime: deposited(400), others: [otherToken] },
  { inTime: deposited(1000) },
  { inTime: deposited(1000), swept: '1000', others: [otherToken] },
  { inTime: deposited(1000), late: deposited(5), swept: '1000' },
  { inTime: deposited(400, 1000) },
]

/** The next reports of deposits, and an old one. */
const reportsOfDeposits = ({ order }: PaymentContext, sums: Sums[]) => [
  ...sums.map((one) => depositsSeen(order + 1, one)),
  ...(order < 0 ? [] : [depositsSeen(order, { inTime: deposited(1000) })]),
]

function differencesOf(situation: Situation) {
  const memory = memoryOf(situation)
  const { inTime, late, swept, others, accepted, refunds, isCalledOff, sweepAsked } = memory
  return [
    [inTime, late, swept, others.length],
    [accepted, refunds.map(({ amount }) => amount).toSorted(), isCalledOff],
    memory.refundedBeyondPrice,
    situation.now > Date.parse(terms.expiresAt),
    sweepAsked,
  ]
}

const common = { kind: 'payment', beganAt, input: PaymentInput.parse(terms) } as const

export const paymentCases: Case[] = [
  {
    ...common,
    title: 'a thousand within a day',
    eventsAt: (situation) => [
      ...decisions,
      ...sweepReports,
      ...reportsOfDeposits(memoryOf(situation), everySum),
    ],
    differencesOf,
  },
  {
    ...common,
    title: 'the sweeps of a thousand',
    eventsAt: (situation) => [
      ...sweepReports,
      refundOf('50', 'ltEURC'),
      ...reportsOfDeposits(memoryOf(situation), sumsToSweep),
    ],
    differencesOf: (situation) => [differencesOf(situation), memoryOf(situation).sweepFailures],
  },
]
