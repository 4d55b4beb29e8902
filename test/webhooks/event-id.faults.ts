import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault:
      'a payment that succeeds again after a reorganisation has the event id of the first time',
    file: 'src/core/events/event-id.ts',
    before: 'return id !== null && !isTold(id) ? id : idOfNews(event)',
    after: 'return id ?? idOfNews(event)',
    title:
      'what ends a second time in one life of the log, after a reorganisation, is told under another id',
  },
  {
    fault: 'a subscription that becomes Active by other steps after a restore has another event id',
    file: 'src/core/events/event-id.ts',
    before: 'idOfOnce(event) ?? idOfStatusOfFact(event)',
    after: 'idOfOnce(event)',
    title:
      'a status of a subscription or of a customer has the id of what it follows from, whatever else is said by then',
  },
]
