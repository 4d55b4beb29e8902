import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a receipt that mentions a credited contract leaves its charge credited for ever',
    file: 'src/reader/agreement/retractions.ts',
    before: 'readAlike(chain, one, { ...log, event }) !== null &&',
    after:
      "(readAlike(chain, one, { ...log, event }) ?? one.topics.join('').toLowerCase().includes(log.address.slice(2).toLowerCase())) &&",
    title: 'a charge whose transaction is mined again, and fails there, is taken back (P6)',
  },
  {
    fault: 'what a transaction did not do again is waited for',
    file: 'src/reader/agreement/retractions.ts',
    before: "return unstored?.blockNumber ?? 'lacks'",
    after: "return unstored?.blockNumber ?? 'unknown'",
    title:
      'money is taken back whose transaction is mined again, and then moves nothing and names the address (P6)',
  },
  {
    fault: 'a token that is only shown, and of which no more is stored, holds its payment up',
    file: 'src/reader/agreement/retractions.ts',
    before: 'if (isOnlyShown || ',
    after: 'if ((isOnlyShown && !log) || ',
    title: 'tokens that are only shown, and are mined again, make no money wait',
  },
]
