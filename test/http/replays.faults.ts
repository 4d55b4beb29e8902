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
  {
    fault: 'a command does not wait until its key is reserved and its signature counts',
    file: 'src/http/commands.ts',
    before: '  await granted\n',
    after: '  void granted\n',
    title: 'makes nothing under a key of its own, and leaves that key free',
  },
  {
    fault: 'a key that was reserved for a request that may not be done stays taken',
    file: 'src/http/routing/idempotent-answer.ts',
    before: '    await giveUpTry(database, request, reserved.seed)\n  throw admission.reason',
    after: '    await Promise.resolve()\n  throw admission.reason',
    title: 'makes nothing under a key of its own, and leaves that key free',
  },
]
