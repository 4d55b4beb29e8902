/** The gas wallets that pay for a merchant's transactions, one on each chain of the network. */
import { z } from 'zod'
import { RealTime } from '../../../store/resources/fields.ts'
import { GasWalletResource } from '../../../store/resources/gas-wallet.ts'
import { describeGasWallets } from '../../gas-wallets.ts'
import { memberRoute } from '../../routing/route.ts'

export const OwnGasWalletResource = z
  .strictObject({ ...GasWalletResource.shape, seenAt: RealTime.nullable() })
  .meta({ id: 'GasWallet' })

export const listGasWalletsRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/gas-wallets',
  operationId: 'listGasWallets',
  right: 'read',
  tag: 'Setup',
  summary: 'List gas wallets',
  description: 'The first call makes them.',
  answer: {
    status: 200,
    description: 'One for each chain of the network.',
    schema: z.strictObject({ gasWallets: z.array(OwnGasWalletResource) }),
  },
  async handle({ caller, dependencies }) {
    return { body: { gasWallets: await describeGasWallets(dependencies, caller.owner) } }
  },
})
