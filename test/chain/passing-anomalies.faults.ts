import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money that waits a second time, because nodes differ again, is shown to nobody',
    file: 'src/store/engine/anomalies.ts',
    before: `, event = event || '{"isOver": true}'`,
    after: '',
    title:
      'nodes that differ about a balance a second time are an anomaly again, though a person had resolved the first',
  },
  {
    fault: 'what was over by itself after a person had resolved it is never shown again',
    file: 'src/store/engine/anomalies.ts',
    before: "any($1) and not event ? 'isOver'",
    after: "any($1) and not event ? 'isOver' and resolved_at is null",
    title:
      'nodes that differ about a balance a second time are an anomaly again, though a person had resolved the first',
  },
  {
    fault: 'money that is gone from the chain stays shown as missing for ever',
    file: 'src/reporter/deposits.ts',
    before: 'partition(reports, isLimited)',
    after: "partition(reports.filter(({ due }) => due.inTimeConfirmed !== '0'), isLimited)",
    title: 'an anomaly of money that was not covered is over when a reorganisation takes the money',
  },
]
