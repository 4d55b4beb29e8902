import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a wallet is asked for another amount than the page shows',
    file: 'web/checkout/address-check.ts',
    before:
      'if (isNumber && formatAmount(dueBaseUnits, asset.decimals) === dueAmount.value) return null',
    after: 'if (isNumber) return null',
    title: 'refuses %s base units for %s',
  },
  {
    fault: 'the receiver of a payment changes under an open page',
    file: 'web/checkout/address-check.ts',
    before: 'const contracts = [depositAddress, factory, implementation, receiver, salt]',
    after: 'const contracts = [depositAddress, factory, implementation, salt]',
    title: 'refuses a later view with another %s',
  },
]
