import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'all of the languages that a browser wants are read',
    file: 'src/http/pages/language.ts',
    before: 'const readLengthMax = 256',
    after: 'const readLengthMax = 1e9',
    title: 'of the languages that a browser asks for, the first ones count',
  },
  {
    fault: 'a path of any length, and headers of any size, are looked at',
    file: 'src/http/requests/request-bounds.ts',
    before: 'if (!fault) return',
    after: 'if (fault || !fault) return',
    title: 'the address of a payer’s page has space for a name of 10,000 characters',
  },
]
