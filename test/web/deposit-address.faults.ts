import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the address of a payment is derived without its receiver',
    file: 'web/checkout/deposit-address.ts',
    before: 'keccak256(concatHex([pad(receiver, { size: 32 }), idHash]))',
    after: 'keccak256(concatHex([idHash]))',
    title: 'equals the address that the service derives, for every factory, merchant and payment',
  },
]
