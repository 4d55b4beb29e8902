import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the API calls money paid that is only seen',
    file: 'src/core/resources/payment.ts',
    before: 'paidAmount: money(totalConfirmed(payment))',
    after: 'paidAmount: money(totalSeen(payment))',
    title:
      'seen and not confirmed is paid nothing, in API, event and page, and paid once it is confirmed',
  },
]
