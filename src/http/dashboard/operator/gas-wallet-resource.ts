/** A gas wallet and its nonce lane as operators see them. */
import { z } from 'zod'
import { networks } from '../../../shared/network.ts'
import { ChainAddress, RealTime } from '../../../core/resources/fields.ts'

const Wei = z.string().meta({ description: 'Wei', examples: ['2000000000000000'] })

const NonceLane = z
  .strictObject({
    nextNonce: z.int(),
    minedNonce: z.int().nullable().meta({ description: 'How many the chain has mined' }),
    lookedAt: RealTime.nullable(),
    heldUpBy: z.string().nullable().meta({ description: 'Null where it moves on' }),
    heldUpSince: RealTime.nullable(),
    healedBy: z.string().nullable(),
    healedAt: RealTime.nullable(),
    refusals: z.int().meta({ description: 'Transactions refused for good since one was mined' }),
    restsUntil: RealTime.nullable(),
  })
  .meta({ id: 'NonceLane', description: 'What a gas wallet sends from on one chain.' })

export const WatchedGasWalletResource = z
  .strictObject({
    merchantId: z.string(),
    merchantName: z.string(),
    network: z.enum(networks),
    blockchain: z.string(),
    address: ChainAddress,
    balance: Wei.nullable(),
    seenAt: RealTime.nullable(),
    spent: Wei.meta({ description: 'Wei, within 24 hours' }),
    chargesLeft: z.int().nullable(),
    lane: NonceLane.nullable(),
  })
  .meta({ id: 'WatchedGasWallet' })

export const ListedGasWalletResource = WatchedGasWalletResource.extend({
  daysLeft: z.int().nullable().meta({
    description:
      'Whole days for which it lasts, 30 at most; null where nothing is to be paid for, or it is not known',
  }),
}).meta({ id: 'ListedGasWallet' })
