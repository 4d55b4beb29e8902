/** Faults of what is believed of a chain. */
import type { Saboteur } from './saboteur.ts'

export const ofChain: Saboteur[] = [
  {
    fault: 'a charge is credited although the nodes did not agree on it',
    file: 'src/watching/credit-store.ts',
    before: "where (status = 'Retracting') <> agreed and (",
    after: 'where (',
    test: {
      file: 'test/chain/reorg.test.ts',
      title:
        'a charge is not credited before it is deep enough, and a reorganisation until then is not reported',
    },
  },
]
