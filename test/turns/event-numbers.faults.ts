import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'two events of one turn have the same number',
    file: 'src/core/turn/turn.ts',
    before: 'createEventEntry(actor, event, eventSequence + index + 1, fact)',
    after: 'createEventEntry(actor, event, eventSequence + 1, fact)',
    title: 'two events of one turn have numbers of their own, which follow those before',
  },
]
