import type { PlantedFault } from '../../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money of which a block is still missing counts as paid',
    file: 'machines/payment/payment.standing.ts',
    before: "if (isEnough(payment, 'confirmed')) return",
    after: "if (isEnough(payment, 'seen')) return",
    title: 'the amount is seen, waits for its confirmations, and the payment has succeeded',
  },
  {
    fault: 'money in the last millisecond of its time is late',
    file: 'machines/payment/payment.standing.ts',
    before: 'now > Date.parse(expiresAt) ||',
    after: 'now >= Date.parse(expiresAt) ||',
    title: 'money that is reported in the last millisecond is in time',
  },
  {
    fault: 'a payment that was paid twice looks like one that was paid once',
    file: 'machines/payment/payment.standing.ts',
    before: "if (excessOf(payment) > 0n) return 'Overpaid'",
    after: "if (excessOf(payment) < 0n) return 'Overpaid'",
    title: 'two payers pay the same payment at once, and the merchant sees it was paid twice',
  },
]
