import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the model tolerates two days where the contract tolerates one',
    file: 'src/core/simulating/contract.ts',
    before: '(this.terms.periodDays * dayMs) / 4, dayMs',
    after: '(this.terms.periodDays * dayMs) / 4, 2 * dayMs',
    title: 'whatever is called by whom and when, the model does what the compiled contract does',
  },
  {
    fault: 'the model gives the operator a new deadline with every freeze',
    file: 'src/core/simulating/contract.ts',
    before: '(this.operatorUntilMs ?? this.#deadlineMs())',
    after: 'this.#deadlineMs()',
    title: 'whatever is called by whom and when, the model does what the compiled contract does',
  },
]
