import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a call that takes long is made by a second process, too',
    file: 'src/relays/leased-work.ts',
    before: 'extendLeases(database, [...leased], leaseMs)',
    after: 'extendLeases(database, [], leaseMs)',
    title: 'a webhook call that takes longer than a lease is not repeated by a second relay',
  },
  {
    fault: 'a delivery that is not there any more is told how its call ended',
    file: 'src/store/engine/outbox.ts',
    before: '{ finished, tied })',
    after: '{ finished })',
    title:
      'the result of a call that a database which was set back knows nothing of is told nobody',
  },
]
