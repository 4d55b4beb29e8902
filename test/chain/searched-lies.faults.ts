import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'one node of many has all blocks read again, as often and from as far back as it likes',
    file: 'src/reader/agreement/agree.ts',
    before: 'denied.filter(({ isReadWithBlock }) => isReadWithBlock)',
    after: 'denied.filter(() => true)',
    title:
      'old money that one of three nodes makes up in a search is refuted, and takes back nothing that counted since',
  },
]
