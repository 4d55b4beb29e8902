import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a customer makes room for drafts by cancelling them',
    file: 'src/http/session/few-drafts.ts',
    before: '  if (seconds === null) return\n',
    after: '  if (seconds !== 0) return\n',
    title:
      'is possible fifty times in any 24 hours, however many are cancelled, and as often as the merchant wishes',
  },
  {
    fault: 'proofs of leaving have no limit of their own',
    file: 'src/http/session/proof.route.ts',
    before: "  limit: 'change',\n",
    after: '',
    title:
      'a proof of leaving is asked for ten times a minute at most, and cancelling is possible all the same',
  },
]
