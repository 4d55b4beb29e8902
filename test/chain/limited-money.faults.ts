import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money that counted in part is reported no more, though its address holds all of it',
    file: 'src/reader/deposits/balance-round.ts',
    before: '      await reportLimitedAgain(client, chain.name, [...compared.uncredited], upTo)\n',
    after: '',
    title: 'money that the only node denied for a moment counts a minute later',
  },
  {
    fault: 'an address whose money counts in part waits for its ordinary check',
    file: 'src/reporter/deposits.ts',
    before: '      await checkLimitedSoon(',
    after: '      if (!limited) await checkLimitedSoon(',
    title: 'money that the only node denied for a moment counts a minute later',
  },
  {
    fault: 'a balance is explained by what was credited, whatever nodes agree came',
    file: 'src/reader/deposits/held-balances.ts',
    before: 'const isExplained = isBetween(logged)',
    after: 'const isExplained = isBetween(credited)',
    title:
      'money counts though one of two nodes keeps back the sweep that took it on before it was confirmed',
  },
  {
    fault: 'money that is missing and was not credited is noted nowhere',
    file: 'src/reader/deposits/missing-money.ts',
    before: 'if (balance === null || balance >= agreed) continue',
    after: 'if (balance === null || balance >= credited) continue',
    title:
      'a sweep that the only node keeps back is noted as missing money, which counts when the node gives it',
  },
  {
    fault: 'money that is found stays noted as missing',
    file: 'src/reporter/deposits.ts',
    before: "idsOf(whole), ['chain.doubted', 'chain.uncovered']",
    after: "idsOf(whole), ['chain.doubted']",
    title:
      'a sweep that the only node keeps back is noted as missing money, which counts when the node gives it',
  },
  {
    fault: 'what a token kept is searched for in the new blocks of every hour',
    file: 'src/reader/deposits/balance-round.ts',
    before: 'unexplained.has(paymentId) && !(isShort && isSearched)',
    after: 'unexplained.has(paymentId)',
    title:
      'what a token logs and does not move is noted, searched for once, and then ever more rarely',
  },
  {
    fault: 'what a token kept is searched for anew every hour for ever',
    file: 'src/chain/rows/address-checks.ts',
    before: 'then least(t.moment - w.created_at,',
    after: "then least(interval '0',",
    title:
      'what a token logs and does not move is noted, searched for once, and then ever more rarely',
  },
  {
    fault: 'an anomaly that was resolved once is never noted again, whatever the sum',
    file: 'src/store/engine/anomalies.ts',
    before: 'where known.resolved_at is not null and',
    after: 'where known.resolved_at is null and',
    title:
      'what a token logs and does not move is noted, searched for once, and then ever more rarely',
  },
]
