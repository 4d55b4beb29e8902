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
]
