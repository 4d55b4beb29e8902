import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a node of another chain is believed',
    file: 'src/chain/clients.ts',
    before: "answer.status === 'fulfilled' && answer.value !== chainId",
    after: "answer.status === 'fulfilled' && answer.value === 0",
    title: 'a node that serves another chain refuses to run',
  },
]
