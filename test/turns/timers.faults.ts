import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a timer that was armed anew still fires by its old message',
    file: 'src/core/turn/turn.ts',
    before: "if (!armed || armed.armedAtRevision !== armedAtRevision) return 'stale'",
    after: "if (!armed) return 'stale'",
    title: 'a timer that was armed anew makes the old message stale (P15)',
  },
  {
    fault: 'a timer fires before its moment',
    file: 'src/core/turn/turn.ts',
    before: "if (armed.dueAt > now.getTime() + clockSkewMaxMs) return 'early'",
    after: "if (armed.dueAt > now.getTime() + 1e15) return 'early'",
    title: 'a timer that comes before its moment does nothing, and at its moment it fires (P4)',
  },
]
