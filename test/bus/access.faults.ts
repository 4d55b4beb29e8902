import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'what stands behind a comma in a NATS password is told as a server',
    file: 'src/shared/environment/nats-address.ts',
    before: 'if (named.length > 0 && named.length < servers.length)',
    after: 'if (named.length > servers.length)',
    title: 'hold for all servers of the address, also while one of them is down',
  },
]
