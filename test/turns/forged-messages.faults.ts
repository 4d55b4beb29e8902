import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a message for an actor of another owner is taken',
    file: 'src/core/turn/turn.ts',
    before: 'message.merchantId === owned.merchantId && message.network === owned.network',
    after: 'message.network === owned.network',
    title: 'takes no command of %j, and is not shown (P21)',
  },
]
