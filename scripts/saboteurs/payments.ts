/** Faults of payments, deliveries and the moments of a subscription. */
import type { Saboteur } from './saboteur.ts'

export const ofPayments: Saboteur[] = [
  {
    fault: 'money of which a block is still missing counts as paid',
    file: 'machines/payment/payment.standing.ts',
    before: "if (isEnough(payment, 'confirmed')) return",
    after: "if (isEnough(payment, 'seen')) return",
    test: {
      file: 'test/machines/stories/payment-paying.test.ts',
      title: 'the amount is seen, waits for its confirmations, and the payment has succeeded',
    },
  },
  {
    fault: 'money in the last millisecond of its time is late',
    file: 'machines/payment/payment.standing.ts',
    before: 'now > Date.parse(expiresAt) ||',
    after: 'now >= Date.parse(expiresAt) ||',
    test: {
      file: 'test/machines/stories/payment-paying.test.ts',
      title: 'money that is reported in the last millisecond is in time',
    },
  },
  {
    fault: 'a payment that was paid twice looks like one that was paid once',
    file: 'machines/payment/payment.standing.ts',
    before: "if (excessOf(payment) > 0n) return 'Overpaid'",
    after: "if (excessOf(payment) < 0n) return 'Overpaid'",
    test: {
      file: 'test/machines/stories/payment-paying.test.ts',
      title: 'two payers pay the same payment at once, and the merchant sees it was paid twice',
    },
  },
  {
    fault: 'a late block does not end the time of a payment',
    file: 'machines/payment/payment.standing.ts',
    before: '|| BigInt(late.seen) > 0n\n',
    after: '\n',
    test: {
      file: 'test/machines/stories/payment-paying.test.ts',
      title: 'a late block ends the time of a payment before the clock does',
    },
  },
  {
    fault: 'money that came too late is not told from money that was too little',
    file: 'machines/payment/payment.standing.ts',
    before: "isLate ? 'Late' : 'Underpaid'",
    after: "'Underpaid'",
    test: { file: 'test/machines/exploration.test.ts', title: 'reaches every state (S3.3-1)' },
  },
  {
    fault: 'the first repetition of a webhook comes after five minutes',
    file: 'machines/delivery/delivery.schedule.ts',
    before: '  5_000,\n',
    after: '  300_000,\n',
    test: {
      file: 'test/machines/stories/delivery.test.ts',
      title: 'is tried again after five seconds, and arrives',
    },
  },
  {
    fault: 'an endpoint is down after one failure',
    file: 'machines/destination/destination.machine.ts',
    before: 'const failuresMax = 3',
    after: 'const failuresMax = 1',
    test: {
      file: 'test/machines/stories/destination.test.ts',
      title:
        'is down after three failures in a row, is probed, and releases what waits when it answers',
    },
  },
  {
    fault: 'a payment ends in the last millisecond in which it may be paid',
    file: 'machines/payment/payment.setup.ts',
    before: 'Date.parse(context.expiresAt) + 1 - context.now',
    after: 'Date.parse(context.expiresAt) - context.now',
    test: {
      file: 'test/machines/stories/payment-deciding.test.ts',
      title: 'waits for the rest until the end, and then for the merchant',
    },
  },
]
