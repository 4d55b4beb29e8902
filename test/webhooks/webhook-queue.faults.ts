import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a webhook overtakes an earlier one of its resource',
    file: 'src/store/engine/webhook-queue.ts',
    before: 'and delivery.sequence < ${row}.sequence',
    after: 'and delivery.sequence < 0',
    title: 'a row waits while an earlier one is %s',
  },
  {
    fault: 'one merchant takes the calls of all others',
    file: 'src/store/engine/webhook-queue.ts',
    before: 'where place_of_owner <= owner_calls_max',
    after: 'where place_of_owner <= owner_calls_max + 100',
    title: 'no merchant gets more than its free calls',
  },
]
