import { GasWalletInput } from '../../../machines/gas-wallet/gas-wallet.events.ts'
import type { Case } from '../../support/explore.ts'
import { addressOf, beganAt, daysLater, owner } from './owner.ts'

const measures = {
  full: { balance: '5000', chargesLeft: 50, daysLeft: 30 },
  enough: { balance: '1000', chargesLeft: 10, daysLeft: 8 },
  little: { balance: '300', chargesLeft: 3, daysLeft: 2 },
  last: { balance: '100', chargesLeft: 1, daysLeft: 1 },
  none: { balance: '1', chargesLeft: 0, daysLeft: 0 },
}

export const gasWalletCases: Case[] = (['full', 'little', 'none'] as const).map((name) => ({
  kind: 'gasWallet',
  title: `a wallet that holds ${name}`,
  input: GasWalletInput.parse({
    id: addressOf('a'),
    ...owner,
    blockchain: 'LocalTestNet',
    nativeSymbol: 'ETH',
    ...measures[name],
    createdAt: daysLater(0),
  }),
  beganAt,
  eventsAt: () =>
    Object.values(measures).map((measure) => ({ type: 'gasWallet.measured', ...measure })),
  differencesOf: () => null,
}))
