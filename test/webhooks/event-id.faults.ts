import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the end of a payment is told under another event id where other steps led to it',
    file: 'src/webhooks/event-id.ts',
    before: "  payment: ['Succeeded', 'Failed', 'Expired'],",
    after: "  payment: ['Failed', 'Expired'],",
    title:
      'the end of a payment or a charge has one id, by whatever steps, in whichever block and however much came by then',
  },
  {
    fault:
      'a payment that succeeds again after a reorganisation has the event id of the first time',
    file: 'src/webhooks/event-id.ts',
    before: 'return id !== null && !isTold(id) ? id : idOfNews(event)',
    after: 'return id ?? idOfNews(event)',
    title:
      'what ends a second time in one life of the log, after a reorganisation, is told under another id',
  },
]
