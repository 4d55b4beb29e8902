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
  {
    fault: 'a doubt about a charge that nodes agree was made up stays shown for ever',
    file: 'src/reader/agreement/agree.ts',
    before: '[...logsOf(agreed), ...logsOf(refuted)]',
    after: 'logsOf(agreed)',
    title: 'a doubt about a charge is over when %s',
  },
  {
    fault: 'a doubt about a charge that was reorganised away stays shown for ever',
    file: 'src/reader/rewind.ts',
    before: '      await forgetDoubts(client, dependencies, contracts)\n',
    after: '',
    title: 'a doubt about a charge is over when %s',
  },
  {
    fault: 'a doubt is over though nodes still differ about another log',
    file: 'src/reporter/anomalies.ts',
    before: "type !== 'chain.doubted' || !doubted.has(entityId)",
    after: 'true || doubted.has(type + entityId)',
    title:
      'a doubt that a person has resolved stays resolved when nodes agree on other money of the payment',
  },
]
