import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a command is taken although Postgres has lost the reservation of its key in a crash',
    file: 'src/store/engine/turn-writes.ts',
    before: 'and i.key = k.key and i.seed_id = k.seed_id)`',
    after: 'and i.key = k.key and i.seed_id = k.seed_id) and false`',
    title:
      'a command whose reservation was lost is not taken, and the next try makes the one payment (P2)',
  },
  {
    fault: 'an answer that Postgres has lost in a crash is judged anew',
    file: 'src/http/routing/answer-request.ts',
    before: 'const told = isRepeat ? await handler.retell?.(tried) : null',
    after: 'const told = null',
    title:
      'an answer that was given and lost is given again to the letter, whatever has happened since (P2)',
  },
]
