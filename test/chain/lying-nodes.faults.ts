import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

const title =
  'what nodes say neither yes nor no to for more than a minute is shown, before it is credited and before it is taken back'

export const faults: PlantedFault[] = [
  {
    fault: 'money that waits for nodes which say nothing of it is shown to nobody',
    file: 'src/reader/agreement/waiting.ts',
    before: 'if (!difference && !one.log.isAskedForLong) continue',
    after: 'if (!difference) continue',
    title,
  },
  {
    fault: 'money that is said to be gone, and of which nodes say nothing, is shown to nobody',
    file: 'src/reader/agreement/retractions.ts',
    before: 'holds.length || log.isAskedForLong',
    after: 'holds.length && log.isAskedForLong',
    title,
  },
  {
    fault: 'a second doubt about a payment is shown to nobody, because the first was resolved',
    file: 'src/store/engine/anomalies.ts',
    before: 'where known.resolved_at is not null and known.event <> excluded.event',
    after: 'where false',
    title,
  },
]
