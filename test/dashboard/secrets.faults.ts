import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a secret of one purpose opens for another',
    file: 'src/shared/secrets/secrets.ts',
    before:
      'return encrypt(this.#dataKey(owner), `${owner.id}/${purpose}`, Buffer.from(plaintext))',
    after: 'return encrypt(this.#dataKey(owner), owner.id, Buffer.from(plaintext))',
    title: 'a sealed secret opens for its owner and purpose',
  },
]
