import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault:
      'a nonce that is behind and one that is ahead are not told apart where a node names both',
    file: 'src/chain/rpc/send-words.ts',
    before: 'compareNonces(text) ?? phrases',
    after: 'phrases',
    title: 'in other words, "$says" means $means',
  },
]
