import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a pause that waits for a block fails the charge that is due',
    file: 'src/sending/requests/node-verdicts.ts',
    before: "return refusal === 'Paused' || refusal === 'Cancelled' ? 'Stopped' : refusal",
    after: "return refusal === 'Cancelled' ? 'Stopped' : (refusal as NodeVerdict)",
    title: 'a pause by the payer that waits for a block is no failure of the charge that is due',
  },
]
