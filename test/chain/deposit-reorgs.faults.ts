import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a deposit that a reorganisation removed stays seen',
    file: 'src/reader/rewind.ts',
    before: '      await retractDepositsAbove(client, chain.name, to.number)\n',
    after: '',
    title: 'money that was only seen, and that a reorganisation removes, is taken back',
  },
]
