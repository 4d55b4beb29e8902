import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a charge is taken for the pause that was credited',
    file: 'src/reader/agreement/evidence.ts',
    before: '    if (read?.event !== wanted.event) return null\n',
    after: '    if (!read) return null\n',
    title: '%s is told again only by its own kind, of the same contract or address',
  },
  {
    fault: 'a sweep of another token is taken for the one that was credited',
    file: 'src/reader/agreement/evidence.ts',
    before: 'read.depositAddress === wanted.address && read.token === wanted.token ?',
    after: 'read.depositAddress === wanted.address ?',
    title: '%s is told again only by its own kind, of the same contract or address',
  },
  {
    fault: 'a transfer of nothing, which is never stored, is waited for',
    file: 'src/reader/deposits/deposit-logs.ts',
    before: '  if (amount === 0n) return null\n',
    after: '',
    title: '%s is told again only by its own kind, of the same contract or address',
  },
]
