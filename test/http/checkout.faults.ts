import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the address of a refused page is read to its end',
    file: 'src/http/checkout/page.routes.ts',
    before: 'const language = languageOfRefusal(request)',
    after: 'const { language } = wishesOf(request)',
    title:
      'has the language that stands in the first kilobyte of its address, and no work is made of the rest',
  },
]
