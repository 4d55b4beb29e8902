import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a charge is credited although the nodes did not agree on it',
    file: 'src/chain/rows/creditable-logs.ts',
    before: "where (status = 'Retracting') <> agreed and (",
    after: 'where (',
    title:
      'a charge is not credited before it is deep enough, and a reorganisation until then is not reported',
  },
]
