/** The card of a payer: every wallet against all that it pays for, and what is to come, in order. */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import { formatMoney } from '../../../shared/money.ts'
import { ChainAddress, Money, RealTime } from '../../../core/resources/fields.ts'
import {
  countCharges,
  type ForecastCharge as Charge,
  type ForecastFilter,
  listForecastCharges,
} from '../../../store/views/forecast/forecast-charges.ts'
import { listPayerWallets, type PayerWallet } from '../../../store/views/payers/wallets.ts'
import type { Database } from '../../../store/database.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { ForecastCharge, toForecastCharge } from './forecast-charge.ts'
import { type GroundedForecast, readForecastOf } from './recent-forecast.ts'
import { RowsLink, toRows } from './rows-link.ts'

/** A card looks so many days ahead, and shows so many charges. */
const days = 90
const chargesMax = 50

const FirstAtRisk = ForecastCharge.pick({ dueAt: true, reason: true }).meta({
  id: 'FirstAtRisk',
  description: 'When a charge falls due that fails, and why.',
})

const Wallet = z
  .strictObject({
    payer: ChainAddress,
    blockchain: z.string(),
    asset: z.string(),
    balance: Money.nullable().meta({
      description: 'The last reading; null where nobody has looked',
    }),
    balanceSeenAt: RealTime.nullable(),
    canLeave: Money.meta({
      description:
        'The most that can ever leave it for you: what it allows, and is still to be charged',
    }),
    firstAtRisk: FirstAtRisk.nullable().meta({
      description: `The first charge of the next ${days} days that fails as things are; null where there is none`,
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
        description: `The first ${chargesMax} of the next ${days} days, in the order in which they fall due`,
      }),
    charges: z.strictObject({ count: z.int(), rows: RowsLink.nullable() }).meta({
      id: 'NextCharges',
      description: 'How many there are; null without a list of just these',
    }),
    payments: RowsLink.nullable().meta({
      description:
        'The payments that came from the payer, or name its address; null where there are none, and for a customer',
    }),
  })
  .meta({ id: 'PayerCard', description: 'Wallets against all that they pay for.' })

/** The card says this of whoever pays for no subscription. */
export const emptyCard: z.infer<typeof PayerCard> = {
  wallets: [],
  nextCharges: [],
  charges: { count: 0, rows: null },
  payments: null,
}

/** Reads the card of a payer or of a customer, without payments; null where the merchant knows none by this name. */
export async function readCard(
  dependencies: HttpDependencies,
  owner: Owner,
  of: { payer: string } | { customerId: string },
): Promise<z.infer<typeof PayerCard> | null> {
  const { database } = dependencies
  const wallets = await listPayerWallets(database, owner, of)
  if (!wallets.length) return null
  const payers = [...new Set(wallets.map(({ payer }) => payer))]
  const { ground, forecast } = await readForecastOf(dependencies, owner, { days }, payers)
  const filter = 'customerId' in of ? of : {}
  const page = { limit: chargesMax, offset: 0 }
  const found = await listForecastCharges(database, owner, ground, { forecast, filter }, page)
  const asked = { found, filter, ground, forecast }
  const shown: z.infer<typeof Wallet>[] = []
  for (const wallet of wallets)
    shown.push(toWallet(wallet, of, await findFirstAtRisk(database, owner, wallet, asked)))
  return {
    wallets: shown,
    nextCharges: found.charges.map(toForecastCharge),
    charges: { count: found.total, rows: toRows('forecast/charges', { days, ...of }) },
    payments: null,
  }
}

type PayerForecast = GroundedForecast & {
  found: { charges: Charge[]; total: number }
  filter: ForecastFilter
}

/** Finds the first charge of a wallet that fails as things are. It may come after all that the card shows. */
async function findFirstAtRisk(
  database: Database,
  owner: Owner,
  { payer, asset, blockchain }: PayerWallet,
  { found, filter, ground, forecast }: PayerForecast,
): Promise<Charge | null> {
  const isIt = (one: Charge) =>
    one.class === 'atRisk' &&
    one.payer === payer &&
    one.asset === asset &&
    one.blockchain === blockchain
  const shown = found.charges.find(isIt)
  if (shown || found.charges.length === found.total) return shown ?? null
  const atRisk = { ...filter, asset, blockchain, class: 'atRisk' } as const
  // The sums know no payer, but none at all is none of this one.
  if (countCharges(forecast, atRisk) === 0) return null
  const ofOne = { ...ground, payers: [payer] }
  const asked = { forecast, filter: atRisk }
  const { charges } = await listForecastCharges(database, owner, ofOne, asked, { limit: 1 })
  return charges[0] ?? null
}

function toWallet(
  { decimals, asset, blockchain, payer, ...wallet }: PayerWallet,
  of: { payer: string } | { customerId: string },
  atRisk: Charge | null,
): z.infer<typeof Wallet> {
  const first = atRisk && toForecastCharge(atRisk)
  return {
    payer,
    blockchain,
    asset,
    balance: wallet.balance && formatMoney(wallet.balance, decimals, asset),
    balanceSeenAt: wallet.seenAt,
    canLeave: formatMoney(wallet.canLeave, decimals, asset),
    firstAtRisk: first && { dueAt: first.dueAt, reason: first.reason },
    subscriptions: {
      count: wallet.subscriptions,
      rows: toRows('subscriptions', { payer, asset, ...of }),
    },
  }
}
