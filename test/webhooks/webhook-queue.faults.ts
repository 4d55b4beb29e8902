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
    before: 'from placed_of_owner where place <= $7 order',
    after: 'from placed_of_owner where place <= $7 + 100 order',
    title: 'no merchant gets more than its free calls',
  },
]
