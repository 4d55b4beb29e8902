/** A charge that is to come, as it is answered. */
import { z } from 'zod'
import { formatMoney } from '../../../shared/money.ts'
import { ChainAddress, Money, RealTime, Time } from '../../../core/resources/fields.ts'
import type { ForecastCharge as Charge } from '../../../store/views/forecast/forecast-charges.ts'
import { forecastClasses } from '../../../store/views/forecast/forecast.ts'
import { ForecastReason } from './forecast-sums.ts'

const Class = z.enum(forecastClasses).meta({
  id: 'ForecastClass',
  description:
    '`covered`: the payer allows and holds enough, and nothing else is in the way: it is charged. `atRisk`: it is ' +
    'not, unless somebody acts; `reason` says why. `unknown`: what is known is not enough to say',
})

export const ForecastCharge = z
  .strictObject({
    contractAddress: ChainAddress,
    customerId: z.string(),
    planId: z.string(),
    payer: ChainAddress,
    blockchain: z.string(),
    amount: Money,
    period: z.int().positive(),
    dueAt: Time.meta({ description: 'When it falls due; past where it is overdue' }),
    class: Class,
    reason: ForecastReason.nullable(),
    balance: Money.nullable().meta({
      description:
        'What the wallet holds for all of its charges together; null where nobody has looked',
    }),
    balanceSeenAt: RealTime.nullable(),
  })
  .meta({ id: 'ForecastCharge', description: 'A charge that is to come.' })

export const toForecastCharge = ({
  asset,
  decimals,
  amount,
  held,
  seenAt,
  reason,
  ...charge
}: Charge) => ({
  ...charge,
  reason: reason as z.infer<typeof ForecastReason> | null,
  amount: formatMoney(amount, decimals, asset),
  balance: held && formatMoney(held, decimals, asset),
  balanceSeenAt: seenAt,
})
