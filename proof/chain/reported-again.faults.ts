import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a payment that is paid again after a reorganisation has the event id of the first time',
    file: 'src/webhooks/event-id.ts',
    before: 'return fact ? [resource, fact.what] : [resource]',
    after: 'return [resource]',
    title:
      'a payment that is paid again after a reorganisation is told anew, also where the database has forgotten the first time (P24)',
  },
]
