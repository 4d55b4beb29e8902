import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a permit of a draft that starts later is sent whatever its payer has',
    file: 'src/sending/requests/permit-requests.ts',
    before: 'chargesMade === 0 || Date.parse(nextChargeAt)',
    after: 'Date.parse(nextChargeAt)',
    title:
      'a permit of a draft that starts later waits for the first amount too, and costs nothing until then (security R3)',
  },
  {
    fault: 'for a payer without the money nodes are asked every other second',
    file: 'src/sending/requests/permit-requests.ts',
    before: 'backoffMs(asked.row.attempts, ms, msMax)',
    after: 'backoffMs(1, ms, msMax)',
    title: 'for a payer without the money nodes are asked later and later',
  },
]
