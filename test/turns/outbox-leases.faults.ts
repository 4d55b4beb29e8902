import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'two processes work on one row at once',
    file: 'src/store/engine/outbox.ts',
    before: "+ $2 * least(power(2, attempts), ${leaseFactorMax}) * interval '1 millisecond'",
    after: "+ $2 * interval '0 millisecond'",
    title: 'a claimed row is claimed by nobody else until its lease has ended',
  },
  {
    fault: 'work whose lease has run out is written all the same',
    file: 'src/sending/finish-requests.ts',
    before: 'if (elapsedMs() > leaseEndsAt - commitMarginMs)',
    after: 'if (elapsedMs() > leaseEndsAt * 1e6)',
    title: 'what was done under a lease that is about to end is not written, and is done again',
  },
]
