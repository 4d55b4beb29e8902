import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: "a refused offer rises above what the wallet holds and its merchant's limit for a day",
    file: 'src/sending/raise-refused.ts',
    before: 'maxFeePerGas: smaller(affordable, maxFeePerGas),',
    after: 'maxFeePerGas,',
    title:
      'an offer does not rise above what the wallet holds and its merchant allows for a day, and goes on when it may',
  },
  {
    fault: 'what a node wants above the limit of the chain is said to be its own reason',
    file: 'src/sending/send-refusals.ts',
    before: 'const asked = addNamed(dearest, isLegacy, least)',
    after: 'const asked = dearest',
    title:
      'what a node wants above the limit of the chain is not offered, and the reason names the limit',
  },
]
