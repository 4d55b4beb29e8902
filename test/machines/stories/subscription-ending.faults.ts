import type { PlantedFault } from '../../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a called-off draft is cancelled on the chain although its payer never had the amount',
    file: 'machines/subscription/subscription.charges.ts',
    before: '(context.chargesMade > 0 || suffices(context, balance))',
    after: 'suffices(context, context.amount)',
    title:
      'of a draft whose payer never had the amount waits for the money, or for its last day (security R3)',
  },
]
