import type { PlantedFault } from '../../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the first charge of a subscription is retried',
    file: 'machines/charge/charge.machine.ts',
    before: 'mayTryAgain: ({ context }) => !context.isInitial && nextAttemptMs(context) !== null',
    after: 'mayTryAgain: ({ context }) => nextAttemptMs(context) !== null',
    title: 'that activates a subscription is tried once (S3.3-3)',
  },
  {
    fault: 'a charge that was stopped is asked for again when its transaction drops it',
    file: 'machines/charge/charge.machine.ts',
    before: "const notProcessed = [\n  { guard: 'wasCancelRequested', target: '#Cancelled' },\n",
    after: 'const notProcessed = [\n',
    title: 'and that its transaction then drops is not asked for again',
  },
]
