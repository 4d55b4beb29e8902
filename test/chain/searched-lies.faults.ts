import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'one node of many has all blocks read again, as often and from as far back as it likes',
    file: 'src/chain/rows/doubted.ts',
    before: 'any($2) and reported_by is not null)',
    after: 'any($2))',
    title:
      'old money that one of three nodes makes up in a search is refuted, and takes back nothing that counted since',
  },
]
