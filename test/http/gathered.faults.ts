import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'what is asked for by its id alone is found, whoever asks',
    file: 'src/store/gathered/one-actor.ts',
    before: "isOwned = 't.merchant_id = asked.merchant_id and t.network = asked.network'",
    after: "isOwned = 'true'",
    title: 'everybody who asks at once is answered for themselves alone',
  },
]
