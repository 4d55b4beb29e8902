import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'JSON of any depth is parsed',
    file: 'src/http/requests/json-text.ts',
    before: 'if (++depth > depthMax)',
    after: 'if (++depth > 1e9)',
    title: 'a body of %i levels %s',
  },
]
