import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'of cells that all lack something the first alone says whether reads are served',
    file: 'src/operating/ready-of-cells.ts',
    before: 'lacking.find(servesReads) ?? lacking[0]',
    after: 'lacking[0]',
    title: 'of several cells that all lack something, one that answers reads is enough for reads',
  },
]
