import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money is told as covered by the balance of a block before it',
    file: 'src/reader/deposits/covered-deposits.ts',
    before: ' || deposits.isAgreedAbove',
    after: '',
    title: 'money waits where the other node agreed on its log, answered no call, and fell back',
  },
  {
    fault: 'what was credited is compared with the balance of a block before it',
    file: 'src/reader/deposits/missing-money.ts',
    before: 'sumLeftInDeposits(pool, ids, token, upTo)',
    after: 'sumLeftInDeposits(pool, ids, token)',
    title: 'money that counts does not seem to be missing while a node is behind it',
  },
]
