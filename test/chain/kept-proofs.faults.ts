import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a proof of leaving is made for everybody who asks',
    file: 'src/sending/proofs/kept-proofs.ts',
    before: 'elapsedMs() < found.untilMs',
    after: 'elapsedMs() < 0',
    title: 'a proof is made once a minute for each contract, however many ask',
  },
]
