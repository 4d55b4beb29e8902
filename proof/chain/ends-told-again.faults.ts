import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the end of a payment is told under another event id where other steps led to it',
    file: 'src/core/events/event-id.ts',
    before: "  payment: ['Succeeded', 'Failed', 'Expired'],",
    after: "  payment: ['Failed', 'Expired'],",
    title:
      'a payment that was told as seen and then as paid is told as paid at once after a restore, and when it is adopted, under the same id (P24, P63)',
  },
]
