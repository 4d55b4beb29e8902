import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a key that stands where its file belongs is quoted as a path',
    file: 'src/shared/environment/named-file.ts',
    before: '/^[./]/.test(path) && !keyForm.test(path)',
    after: '/^[./]/.test(path)',
    title:
      'a secret that stands where its file belongs is not told, also where it begins as a path does',
  },
]
