import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'bytes that are too dear for every node stay at their offer',
    file: 'src/chain/gas/fees.ts',
    before: 'return [asked, barest].find(isCheaper) ?? null',
    after: 'return [asked, barest].find(isCheaper) && null',
    title:
      'what is too dear for every node is offered at the price of now when the market has fallen, with its nonce',
  },
  {
    fault: 'what is too dear at twice the base fee is not tried at less of it',
    file: 'src/chain/gas/fees.ts',
    before: 'return [asked, barest].find(isCheaper) ?? null',
    after: 'return [asked].find(isCheaper) ?? null',
    title: 'what is too dear at twice the base fee is offered at little more than the base fee',
  },
]
