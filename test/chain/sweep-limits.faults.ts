import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a transaction of sweeps runs out of gas',
    file: 'src/chain/gas/gas-limits.ts',
    before: 'transactionGas + BigInt(count) * sweepGas + headroom(gasCeilings.sweep)',
    after: 'transactionGas + BigInt(count) * sweepGas',
    title: 'the gas limit is enough to sweep all of %i deposits',
  },
]
