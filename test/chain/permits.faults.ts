import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a permit is sent whatever its payer has, until the next charge is due',
    file: 'src/sending/requests/permit-requests.ts',
    before: 'const balanceMin = BigInt(amount)',
    after:
      'const balanceMin = Date.parse(subscription.nextChargeAt) <= now.getTime() ? BigInt(amount) : 0n',
    title:
      'a permit of a payer who was charged waits for the next amount, and costs nothing until then',
  },
  {
    fault: 'for a payer without the money nodes are asked every other second',
    file: 'src/sending/requests/permit-requests.ts',
    before: 'backoffMs(asked.row.attempts, ms, msMax)',
    after: 'backoffMs(1, ms, msMax)',
    title: 'for a payer without the money nodes are asked later and later',
  },
]
