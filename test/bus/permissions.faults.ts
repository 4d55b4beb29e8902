import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: "a process starts as another role's user of NATS, and each of its commands fails",
    file: 'src/bus/connection.ts',
    before: 'if (refused === null) return',
    after: 'if (refused !== undefined) return',
    title:
      'a role that comes as the user of another one is refused when it connects, by what it may not do and by which user may (P26)',
  },
]
