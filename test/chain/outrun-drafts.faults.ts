import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a forgotten approval is charged beside the subscription that took its place',
    file: 'machines/subscription/subscription.funds.ts',
    before: '!isOutrun &&',
    after: 'isOutrun !== null &&',
    title: 'the money that comes before anybody told the draft does not begin it either (bugs F8)',
  },
]
