import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money in the last second of a payment is late',
    file: 'src/chain/rows/due-deposits.ts',
    before: 'block_time <= p.expires_at::timestamptz as in_time',
    after: 'block_time < p.expires_at::timestamptz as in_time',
    title: 'money in the last second of a payment is in time',
  },
]
