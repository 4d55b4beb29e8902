/** The card of a payer: every wallet against all that it pays for, and what is to come, in order. */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import { formatMoney } from '../../../shared/money.ts'
import { ChainAddress, Money, RealTime, Time } from '../../../store/resources/fields.ts'
import {
  type ForecastCharge as Charge,
  listForecastCharges,
} from '../../../store/views/forecast/forecast-charges.ts'
import { listPayerWallets, type PayerWallet } from '../../../store/views/payers/wallets.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { ForecastCharge, toForecastCharge } from './forecast-charge.ts'
import { readForecastOf } from './recent-forecast.ts'
import { RowsLink, toRows } from './rows-link.ts'

/** How far ahead a card looks, in days, and how many charges it shows. */
const days = 90
const chargesMax = 50

const Wallet = z
  .strictObject({
    payer: ChainAddress,
    blockchain: z.string(),
    asset: z.string(),
    balance: Money.nullable().meta({
      description: 'As it was seen last; null where nobody has looked',
    }),
    balanceSeenAt: RealTime.nullable(),
    canLeave: Money.meta({
      description:
        'The most that can ever leave it for you: what it allows, and is still to be charged',
    }),
    runsOutAt: Time.nullable().meta({
      description: `The first charge of the next ${days} days that it cannot pay; null where there is none`,
    }),
    subscriptions: z
      .strictObject({ count: z.int(), rows: RowsLink })
      .meta({ id: 'WalletSubscriptions' }),
  })
  .meta({ id: 'PayerWallet', description: 'A wallet, for one asset.' })

export const PayerCard = z
  .strictObject({
    wallets: z.array(Wallet),
    nextCharges: z
      .array(ForecastCharge)
      .max(chargesMax)
      .meta({
        description: `Of the next ${days} days, the first ${chargesMax}, in the order in which they fall due`,
      }),
    charges: z.strictObject({ count: z.int(), rows: RowsLink.nullable() }).meta({
      id: 'NextCharges',
      description: 'How many there are; null without a list of just these',
    }),
  })
  .meta({ id: 'PayerCard', description: 'Wallets against all that they pay for.' })

/** Reads the card of a payer or of a customer; null where the merchant knows none by this name. */
export async function readCard(
  dependencies: HttpDependencies,
  owner: Owner,
  of: { payer: string } | { customerId: string },
): Promise<z.infer<typeof PayerCard> | null> {
  const { database } = dependencies
  const wallets = await listPayerWallets(database, owner, of)
  if (!wallets.length) return null
  const payers = [...new Set(wallets.map(({ payer }) => payer))]
  const { ground, forecast } = await readForecastOf(dependencies, owner, days, payers)
  const filter = 'customerId' in of ? of : {}
  const page = { limit: chargesMax, offset: 0 }
  const found = await listForecastCharges(database, owner, ground, { forecast, filter }, page)
  return {
    wallets: wallets.map((wallet) => toWallet(wallet, of, found.charges)),
    nextCharges: found.charges.map(toForecastCharge),
    charges: { count: found.total, rows: toRows('forecast/charges', { days, ...of }) },
  }
}

function toWallet(
  { decimals, asset, blockchain, payer, ...wallet }: PayerWallet,
  of: { payer: string } | { customerId: string },
  charges: Charge[],
) {
  const failing = charges.find(
    (charge) =>
      charge.reason === 'InsufficientBalance' &&
      charge.payer === payer &&
      charge.asset === asset &&
      charge.blockchain === blockchain,
  )
  return {
    payer,
    blockchain,
    asset,
    balance: wallet.balance && formatMoney(wallet.balance, decimals, asset),
    balanceSeenAt: wallet.seenAt,
    canLeave: formatMoney(wallet.canLeave, decimals, asset),
    runsOutAt: failing?.dueAt ?? null,
    subscriptions: {
      count: wallet.subscriptions,
      rows: toRows('subscriptions', { payer, asset, ...of }),
    },
  }
}
