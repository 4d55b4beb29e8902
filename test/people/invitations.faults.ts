import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'an invitation that nobody used keeps an address from others',
    file: 'src/store/people/accounts.ts',
    before: 'return Boolean(account?.passwordHash && !account.disabledByOperator)',
    after: 'return Boolean(account && !account.disabledByOperator)',
    title:
      'an address that others invited is registered all the same, and the first who comes has it',
  },
]
