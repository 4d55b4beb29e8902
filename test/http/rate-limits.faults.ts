import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'tests take away from what a merchant may ask for on the main network',
    file: 'src/http/routing/rate-limits.ts',
    before: 'string => `${merchantId}/${network}`',
    after: 'string => `${merchantId}/${network && 1}`',
    title: 'what a merchant asks for on the test network takes nothing from the main network',
  },
]
