/** The forecast: the charges of the next days, and whether what is known of their payers covers them. */
import { z } from 'zod'
import { Time } from '../../../store/resources/fields.ts'
import { listForecastCharges } from '../../../store/views/forecast/forecast-charges.ts'
import { balanceHoursMax } from '../../../store/views/forecast/judged.ts'
import { forecastClasses } from '../../../store/views/forecast/forecast.ts'
import { listPayers } from '../../../store/views/payers/wallets.ts'
import { memberRoute } from '../../routing/route.ts'
import { AnyCaseAddress } from '../../schemas/fields.ts'
import { page, PageOfTotalResource, singleParameter, wholeParameter } from '../../schemas/query.ts'
import { ForecastCharge, toForecastCharge } from './forecast-charge.ts'
import { readForecastOf, readRecentForecast } from './recent-forecast.ts'
import {
  DayOfForecast,
  ForecastReason,
  ForecastTotal,
  sumByDay,
  sumTotals,
} from './forecast-sums.ts'

const path = '/dashboard/api/{network}/forecast'
const daysMax = 90
const days = wholeParameter(1, daysMax)
  .default(30)
  .meta({ description: 'How many days from now on' })

const window = {
  now: Time,
  until: Time.meta({ description: 'The end of the window, itself outside' }),
}

export const readForecastRoute = memberRoute({
  method: 'GET',
  right: 'read',
  path,
  operationId: 'readForecast',
  tag: 'Overview',
  summary: 'Read the charges of the next days',
  description:
    `A wallet that pays for several subscriptions is counted once, in the order in which its charges fall due. A ` +
    `balance is known for ${balanceHoursMax} hours after it was seen. Each sum names the rows that it is made of. ` +
    'An answer is at most three seconds old.',
  query: z.strictObject({ days }),
  answer: {
    status: 200,
    description:
      'The sums, for each asset on its chain; amounts of different assets are never added.',
    schema: z.strictObject({
      ...window,
      totals: z.array(ForecastTotal),
      days: z.array(DayOfForecast),
    }),
  },
  async handle({ query, caller: { owner }, dependencies }) {
    const { ground, forecast } = await readRecentForecast(dependencies, owner, query.days)
    const { sums } = forecast
    const { now, until } = ground
    return {
      body: {
        now: now.toISOString(),
        until: until.toISOString(),
        totals: sumTotals(sums, query.days),
        days: sumByDay(sums, query.days),
      },
    }
  },
})

export const listForecastChargesRoute = memberRoute({
  method: 'GET',
  right: 'read',
  path: `${path}/charges`,
  operationId: 'listForecastCharges',
  tag: 'Overview',
  summary: 'List the charges of the next days',
  description: 'The one that falls due first comes first.',
  query: z.strictObject({
    ...page,
    days,
    class: singleParameter(z.enum(forecastClasses)).optional(),
    reason: singleParameter(ForecastReason).optional(),
    asset: singleParameter(z.string()).optional(),
    blockchain: singleParameter(z.string()).optional(),
    payer: singleParameter(AnyCaseAddress).optional(),
    customerId: singleParameter(z.string()).optional(),
    date: singleParameter(z.iso.date()).optional().meta({ description: 'A day, in UTC' }),
  }),
  answer: {
    status: 200,
    description: 'The charges that match.',
    schema: z.strictObject({ charges: z.array(ForecastCharge), page: PageOfTotalResource }),
  },
  async handle({ query, caller: { owner }, dependencies }) {
    const { limit, offset, days: wanted, payer, ...filter } = query
    const { database } = dependencies
    const payers = await listPayers(database, owner, { payer, customerId: filter.customerId })
    const { ground, forecast } = payers
      ? await readForecastOf(dependencies, owner, wanted, payers)
      : await readRecentForecast(dependencies, owner, wanted)
    const shown = { limit, offset }
    const found = await listForecastCharges(database, owner, ground, { forecast, filter }, shown)
    const charges = found.charges.map(toForecastCharge)
    return { body: { charges, page: { ...shown, total: found.total } } }
  },
})
