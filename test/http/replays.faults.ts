import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a signature counts as often as it comes in time',
    file: 'src/store/used-signatures.ts',
    before: 'cardinality(known.uses) < $5',
    after: 'cardinality(known.uses) < $5 + 1000',
    title: 'makes ten at most %s, however many are sent at once',
  },
  {
    fault: 'a signature counts wherever it comes from',
    file: 'src/store/used-signatures.ts',
    before: 'known.address = excluded.address',
    after: 'known.address = known.address',
    title: 'makes nothing more %s, under another Idempotency-Key or none',
  },
]
