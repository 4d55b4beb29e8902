import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

const law =
  'days with access are never more than days charged and one grace, in any order of calls (P68)'

export const faults: PlantedFault[] = [
  {
    fault: 'an unfreeze of what is overdue begins a new grace',
    file: 'src/core/simulating/contract.ts',
    before: 'this.nextDueMs += nowMs - this.frozenAtMs!',
    after: 'this.nextDueMs = Math.max(nowMs, this.nextDueMs + nowMs - this.frozenAtMs!)',
    title: law,
  },
  {
    fault: 'a late charge moves the schedule, so that each period has a grace for nothing',
    file: 'src/core/simulating/contract.ts',
    before: '(startsGrid ? nowMs : this.nextDueMs)',
    after: 'Math.max(nowMs, this.nextDueMs)',
    title: 'a payer who is late with every charge has the days that were charged, and one grace',
  },
  {
    fault: 'the service counts the grace from the unfreeze, whatever the contract says',
    file: 'machines/subscription/subscription.pausing.ts',
    before: '  isResumeDue: false,\n  nextChargeAt,\n',
    after:
      '  isResumeDue: false,\n  nextChargeAt: toMomentFromMs(Math.max(now, Date.parse(nextChargeAt))),\n',
    title: law,
  },
  {
    fault:
      'a freeze that changed nothing while a cancellation was under way lengthens the paid time',
    file: 'machines/subscription/subscription.setup.ts',
    before: 'context.frozenBy !== null && position > context.controlPosition',
    after: 'position > context.controlPosition',
    title: 'a payer who is about to be cancelled, or is, gains nothing by a freeze',
  },
]
