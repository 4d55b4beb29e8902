import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'what a role is refused while it works stays untold',
    file: 'src/bus/rights.ts',
    before: 'if (type === Events.Error && permissionContext) {',
    after: "if (type === Events.Error && permissionContext?.operation === 'publish') {",
    title:
      'what a role is refused while it works is told of as well, without the id that was in it',
  },
]
