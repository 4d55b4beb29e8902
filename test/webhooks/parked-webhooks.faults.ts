import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'webhooks of a resource wait for a day where a relay died between two of them',
    file: 'src/store/engine/webhook-queue.ts',
    before: 'if (taken.length > 0)',
    after: 'if (taken.length > 1_000)',
    title: 'a row behind one that waits itself is not looked at again until that one is claimed',
  },
]
