import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a webhook may go to where clouds hand out credentials',
    file: 'src/webhooks/public-address.ts',
    before: "['169.254.0.0', 16]",
    after: "['169.254.0.0', 24]",
    title: '%s is not public: %s',
  },
]
