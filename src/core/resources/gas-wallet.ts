/** A gas wallet as merchants see it: what it holds on its chain, and how long that lasts. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import { lowBelowDays } from '../../../machines/gas-wallet/gas-wallet.events.ts'
import { formatCoins } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { ChainAddress } from './fields.ts'

export const gasWalletStatuses = [
  'Ready',
  'Low',
  'Empty',
] as const satisfies readonly StatusOf['gasWallet'][]

export const GasWalletResource = z
  .strictObject({
    blockchain: z.string().meta({ examples: ['LocalTestNet'] }),
    address: ChainAddress.meta({ description: "Send the chain's own coin here" }),
    status: z.enum(gasWalletStatuses).nullable().meta({
      description: 'Null until balance and price were read from the chain',
    }),
    balance: z
      .string()
      .nullable()
      .meta({ description: 'The last reading on the chain', examples: ['0.05 ETH'] }),
    chargesLeft: z.int().nullable().meta({
      description: 'For how many charges it lasts, each alone, at what gas costs now at most',
    }),
    daysLeft: z
      .int()
      .nullable()
      .meta({
        description:
          'Whole days until the first charge or sweep that it cannot pay for, by the schedule of your ' +
          'subscriptions; 30 stands for 30 or more. Null where nothing is to come',
      }),
    lowBelowDays: z.int().meta({ description: 'With fewer days than these it is `Low`' }),
  })
  .meta({ id: 'GasWallet', description: 'What pays for your transactions on one chain.' })
export type GasWalletResource = z.infer<typeof GasWalletResource>

export function toGasWalletResource(actor: StoredActor<'gasWallet'>): GasWalletResource {
  const { blockchain, nativeSymbol, balance, chargesLeft, daysLeft } = actor.snapshot.context
  return {
    blockchain,
    address: actor.id,
    status: actor.status,
    balance: formatCoins(BigInt(balance), nativeSymbol),
    chargesLeft,
    daysLeft,
    lowBelowDays,
  }
}
