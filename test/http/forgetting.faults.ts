import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a signature is forgotten while it is still good',
    file: 'src/http/forgetting.ts',
    before: 'keptMs: hourMs / 4,',
    after: 'keptMs: hourMs / 10,',
    title: 'a signature is known for longer than it is good, on either side of the clock',
  },
]
