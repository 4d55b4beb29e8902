import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a pause that holds no charge back is listed, begun, and refused by the contract',
    file: 'machines/subscription/subscription.pausing.ts',
    before: '  context.chargesMade < context.maxPeriods &&\n',
    after: '',
    title:
      'a pause after the last charge, which the contract would refuse, is neither listed nor begun, and its refusal says when it ends',
  },
]
