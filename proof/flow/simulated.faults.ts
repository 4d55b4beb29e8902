import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a charge that the merchant finds too dear is made all the same',
    file: 'src/sending/requests/charge-batches.ts',
    before:
      '  const [tooDear, worthIt] = partition(requests, (request) =>\n    isTooDear(request, work.chain, budget.limits, budget),\n  )',
    after:
      '  const [tooDear, worthIt] = partition(requests, (request) =>\n    isTooDear(request, work.chain, { ...budget.limits, weiPerCharge: null }, budget),\n  )',
    title: 'fees are above the limit for a day',
  },
]
