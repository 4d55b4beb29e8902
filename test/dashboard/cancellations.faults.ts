import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'support cancels as much as it likes',
    file: 'src/http/dashboard/business/few-cancellations.ts',
    before:
      "  requireRightOf({ role: account.role, network: owner.network, right: 'cancelMany' })\n",
    after: '',
    title: 'support cancels so many a day and no more, however many at once',
  },
]
