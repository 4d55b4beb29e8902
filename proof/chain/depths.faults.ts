import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money counts a block too early',
    file: 'src/chain/finality.ts',
    before: 'headNumber - confirmations + 1',
    after: 'headNumber - confirmations + 2',
    title: 'a payment is seen at once, and confirmed three blocks deep',
  },
]
