import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'another receiver counts a minute early',
    file: 'src/store/merchants/pending-receivers.ts',
    before: 'where effective_at <= $1\n',
    after: "where effective_at <= $1::timestamptz + interval '1 minute'\n",
    title: 'another receiver does not count a second before its day is over, and counts at its end',
  },
]
