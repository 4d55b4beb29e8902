import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault:
      'the log does not ask whether it has told an end already, and refuses the second one for ever',
    file: 'src/store/event-log/event-log.ts',
    before: 'return new Set(told.map(({ id }) => id))',
    after: 'return new Set(told.slice(told.length).map(({ id }) => id))',
    title:
      'a payment that is paid again after a reorganisation is told anew, but for a service that has forgotten the first time (P24)',
  },
]
