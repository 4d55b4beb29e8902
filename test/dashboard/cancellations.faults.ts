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
  {
    fault: 'a new day of cancellations begins with one that is a day old',
    file: 'src/store/people/cancellations.ts',
    before: '|| array(select at from unnest(known.cancelled_at) as at where at > $3 order by',
    after: '|| array(select at from unnest(known.cancelled_at) as at where false order by',
    title: 'no 24 hours hold more than so many cancellations of support, wherever they begin',
  },
]
