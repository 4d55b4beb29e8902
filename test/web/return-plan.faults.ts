import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a payer is led to any host',
    file: 'web/checkout/return-plan.ts',
    before: 'toAllowedTarget(wanted, view.returnHosts)',
    after: 'wanted',
    title:
      'leads only to hosts that the merchant allows, where the merchant allows certain hosts only',
  },
]
