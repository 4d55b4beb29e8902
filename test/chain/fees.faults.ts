import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a replacement offers too little for nodes to take it',
    file: 'src/chain/gas/fees.ts',
    before: 'const bumpNumerator = 9n',
    after: 'const bumpNumerator = 8n',
    title: 'a replacement offers at least 12.5 % more of both, and what the market asks now',
  },
]
