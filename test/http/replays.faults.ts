import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a signature counts as new with every use',
    file: 'src/store/used-signatures.ts',
    before: 'else least(known.uses + 1, $4) end',
    after: 'else 1 end',
    title: 'a captured signed request makes one more at most, however many are sent at once',
  },
]
