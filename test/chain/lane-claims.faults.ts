import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'more of a lane is claimed than its wallet has room for',
    file: 'src/store/engine/chain-queue.ts',
    before: 'or gas_before < $6',
    after: 'or gas_before >= 0',
    title: 'as many charges are claimed as their gas has room for, those that were due first',
  },
]
