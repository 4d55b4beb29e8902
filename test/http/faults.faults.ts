import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a key is free again although nobody knows whether its request was done',
    file: 'src/http/routing/idempotent-answer.ts',
    before: 'if (!(problem instanceof Problem) || problem.status >= 500) throw problem',
    after: 'if (problem instanceof Problem && problem.status >= 500) throw problem',
    title: 'a key whose request nobody answered in time is not given to another request',
  },
]
