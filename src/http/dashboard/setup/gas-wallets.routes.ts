/** The gas wallets that pay for a merchant's transactions, one on each chain of the network. */
import { z } from 'zod'
import { RealTime } from '../../../core/resources/fields.ts'
import { gasWalletStatuses, GasWalletResource } from '../../../core/resources/gas-wallet.ts'
import { describeGasWallets } from '../../gas-wallets.ts'
import { memberRoute } from '../../routing/route.ts'
import { listParameter } from '../../schemas/query.ts'

const OwnGasWalletResource = z
  .strictObject({
    ...GasWalletResource.shape,
    seenAt: RealTime.nullable(),
    givesTestMoney: z.boolean().meta({
      description:
        'Whether `giveTestMoney` gives some: on a local chain, whose money the service makes',
    }),
  })
  .meta({ id: 'GasWallet' })

export const listGasWalletsRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/gas-wallets',
  operationId: 'listGasWallets',
  right: 'read',
  tag: 'Setup',
  summary: 'List gas wallets',
  description: 'The first call makes them.',
  query: z.strictObject({ statusIn: listParameter(gasWalletStatuses) }),
  answer: {
    description: 'One for each chain of the network.',
    schema: z.strictObject({ gasWallets: z.array(OwnGasWalletResource) }),
  },
  async handle({ query: { statusIn }, caller, dependencies }) {
    const wallets = await describeGasWallets(dependencies, caller.owner)
    const isWanted = ({ status }: (typeof wallets)[number]) =>
      statusIn.length === 0 || (status !== null && statusIn.includes(status))
    const local = new Set(
      dependencies.directory.chains.filter(({ embedded }) => embedded).map(({ name }) => name),
    )
    const gasWallets = wallets
      .filter(isWanted)
      .map((wallet) => ({ ...wallet, givesTestMoney: local.has(wallet.blockchain) }))
    return { body: { gasWallets } }
  },
})
