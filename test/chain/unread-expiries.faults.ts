import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a payment expires while what paid it is still to be read',
    file: 'src/relays/timer.relay.ts',
    before: '.filter(({ embedded }) => !embedded)',
    after: '.filter(({ embedded }) => embedded)',
    title: 'a payment that was paid in time, in blocks that are still to be read, is never Expired',
  },
]
