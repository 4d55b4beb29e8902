/** The gas wallets that pay for a merchant's transactions, one on each chain of the network. */
import { formatUnits } from 'viem'
import { z } from 'zod'
import { ensureGasWallet, estimateChargesLeft } from '../../../store/merchants/gas-wallets.ts'
import { ChainAddress, Time } from '../../../store/resources/fields.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { memberRoute } from '../../routing/route.ts'

const nativeDecimals = 18

export const GasWalletResource = z
  .strictObject({
    blockchain: z.string(),
    address: ChainAddress.meta({ description: "Send the chain's own coin here" }),
    balance: z
      .string()
      .nullable()
      .meta({ description: 'As last seen on chain', examples: ['0.05 ETH'] }),
    chargesLeft: z.int().nullable().meta({ description: 'For how many charges it lasts' }),
    seenAt: Time.nullable(),
  })
  .meta({ id: 'GasWallet' })

export const listGasWalletsRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/gas-wallets',
  operationId: 'listGasWallets',
  tag: 'Setup',
  summary: 'List gas wallets',
  description: 'The first call makes them.',
  answer: {
    status: 200,
    description: 'One for each chain of the network.',
    schema: z.strictObject({ gasWallets: z.array(GasWalletResource) }),
  },
  async handle({ caller, dependencies }) {
    return { body: { gasWallets: await describeGasWallets(dependencies, caller.owner) } }
  },
})

/** Describes one for each chain of the network; those that are missing are made. */
export function describeGasWallets(dependencies: HttpDependencies, owner: Owner) {
  const chains = dependencies.directory.ofNetwork(owner.network)
  return Promise.all(
    chains.map(async ({ name, nativeSymbol }) => {
      const wallet = await ensureGasWallet(dependencies, owner, name)
      const { blockchain, address, balance, seenAt } = wallet
      return {
        blockchain,
        address,
        balance:
          balance === null ? null : `${formatUnits(balance, nativeDecimals)} ${nativeSymbol}`,
        chargesLeft: await estimateChargesLeft(dependencies, wallet),
        seenAt,
      }
    }),
  )
}
