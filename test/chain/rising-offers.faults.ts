import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'an offer of nothing stays at nothing',
    file: 'src/chain/gas/fees.ts',
    before: '  (tipLimit(pricing, limits) + nothingDivisor - 1n) / nothingDivisor',
    after: '  0n * tipLimit(pricing, limits)',
    title: 'an offer of nothing rises, although nobody asks for more',
  },
  {
    fault: 'words that nobody knows raise an offer to the limit of the chain',
    file: 'src/chain/gas/fees.ts',
    before: 'const most = isFree ? tipLimit(market, limits) : mostIfUnclear(market, limits)',
    after: 'const most = tipLimit(market, limits)',
    title:
      'a certain refusal reaches the limit, and words that nobody knows 32 times the usual tip',
  },
  {
    fault: 'words that nobody knows have the same bytes sent for ever, below the limits',
    file: 'src/chain/gas/fees.ts',
    before: 'const isFree = isCertain || unchangedMs >= unclearStepMs',
    after: 'const isFree = isCertain',
    title:
      'after 32 times the usual tip, words that nobody knows raise an offer by a step an hour, up to the limits',
  },
]
