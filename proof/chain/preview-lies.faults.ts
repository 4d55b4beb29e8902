import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'one node alone decides that a charge would fail',
    file: 'src/chain/agreement/find-agreed.ts',
    before: 'return most.length >= needed && most.length > next.length ? most[0] : undefined',
    after: 'return most.length + next.length > 0 ? most[0] : undefined',
    title: 'nodes refuse for different reasons: nobody fails, and the merchant reads why it waits',
  },
]
