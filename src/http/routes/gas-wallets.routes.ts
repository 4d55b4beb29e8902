import { z } from 'zod'
import { GasWalletResource } from '../../core/resources/gas-wallet.ts'
import { describeGasWallets } from '../gas-wallets.ts'
import { merchantRoute } from '../routing/route.ts'

export const listGasWalletsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/gas-wallets',
  operationId: 'listGasWallets',
  tag: 'Gas',
  summary: 'List gas wallets',
  description:
    'What pays for your charges and for moving payments on, and how long it lasts. `GasWalletLow` ' +
    'tells you before it is too late.',
  answer: {
    description: 'One for each chain of the network.',
    schema: z.strictObject({ gasWallets: z.array(GasWalletResource) }),
  },
  async handle({ caller, dependencies }) {
    const found = await describeGasWallets(dependencies, caller.owner)
    return { body: { gasWallets: found.map(({ seenAt: _, ...wallet }) => wallet) } }
  },
})
