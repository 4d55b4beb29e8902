import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a webhook is signed with the key of another merchant',
    file: 'src/relays/webhook-attempt.ts',
    before: 'if (key?.merchantId !== row.merchantId || key.network !== row.network)',
    after: 'if (key?.network !== row.network)',
    title: 'is not made, and says so, where the key was deleted or is of another merchant',
  },
]
