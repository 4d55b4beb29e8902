import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a contract that pays a stranger is adopted',
    file: 'src/watching/adoption/judge-claim.ts',
    before: 'if (!(await isOwnReceiver(database.pool, owner, receiver)))',
    after: 'if (!receiver)',
    title: 'a contract that %s is shown as not yours, and not adopted',
  },
]
