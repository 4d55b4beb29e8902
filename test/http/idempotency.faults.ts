import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the second answer to one key takes the place of the first',
    file: 'src/store/idempotency.ts',
    before: 'and known.key = answered.key and known.response_status is null',
    after: 'and known.key = answered.key',
    title: 'the first of two answers to one key is kept, and the second caller gets it',
  },
]
