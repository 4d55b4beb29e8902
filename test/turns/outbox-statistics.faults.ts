import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the planner may find the rows of messages by a join',
    file: 'src/store/engine/turn-writes.ts',
    before: 'where id = any(array(select message_id from ${table} join won using (n)))',
    after: 'where id in (select message_id from ${table} join won using (n))',
    title: 'turns of some messages read them, and not what waits beside them',
  },
  {
    fault: 'the index of destinations may serve a lane',
    file: 'migrations/0001-schema.sql',
    before: " and payload->>'endpointId' is not null;",
    after: ';',
    title: 'webhooks are claimed and their lanes moved without going through the queue for each',
  },
]
