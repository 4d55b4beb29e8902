/** The forecast: the charges of the next days, and whether what is known of their payers covers them. */
import { z } from 'zod'
import { Money, Time } from '../../../core/resources/fields.ts'
import type { Owner } from '../../../shared/owner.ts'
import {
  countCharges,
  sumCharges,
  type ForecastFilter,
} from '../../../store/views/forecast/forecast-charges.ts'
import { toCount } from '../../../store/lists/totals.ts'
import { readForecastPage, readJudgedPage } from '../../../store/views/forecast/forecast-page.ts'
import { balanceHoursMax } from '../../../store/views/forecast/judged.ts'
import { forecastClasses } from '../../../store/views/forecast/forecast.ts'
import { listPayers } from '../../../store/views/payers/wallets.ts'
import { memberRoute } from '../../routing/route.ts'
import { AnyCaseAddress } from '../../schemas/fields.ts'
import { singleParameter, wholeParameter } from '../../schemas/query.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import {
  describePage,
  countedPage,
  ListPageResource,
  markPaging,
  type Paging,
  splitQuery,
} from '../../lists/page.ts'
import {
  type ForecastWindow,
  readForecastGround,
} from '../../../store/views/forecast/forecast-ground.ts'
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

/** The furthest zones are 14 hours ahead of UTC. */
const offsetMax = 14 * 60
const utcOffset = wholeParameter(-offsetMax, offsetMax)
  .default(0)
  .meta({ description: 'Days begin so many minutes before those of UTC: 120 in Berlin in summer' })

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
  query: z.strictObject({ days, utcOffset }),
  answer: {
    description:
      'The sums, for each asset on its chain; amounts of different assets are never added.',
    schema: z.strictObject({
      ...window,
      totals: z.array(ForecastTotal),
      days: z.array(DayOfForecast),
    }),
  },
  async handle({ query, caller: { owner }, dependencies }) {
    const { ground, forecast } = await readRecentForecast(dependencies, owner, query)
    const { sums } = forecast
    const { now, until } = ground
    return {
      body: {
        now: now.toISOString(),
        until: until.toISOString(),
        totals: sumTotals(sums, query),
        days: sumByDay(sums, query),
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
  description:
    'The one that falls due first comes first. `withTotal=false` judges only those of the page, and so answers sooner.',
  query: z.strictObject({
    ...countedPage,
    days,
    utcOffset,
    class: singleParameter(z.enum(forecastClasses)).optional(),
    reason: singleParameter(ForecastReason).optional(),
    asset: singleParameter(z.string()).optional(),
    blockchain: singleParameter(z.string()).optional(),
    payer: singleParameter(AnyCaseAddress).optional(),
    customerId: singleParameter(z.string()).optional(),
    date: singleParameter(z.iso.date()).optional().meta({ description: 'A day, by `utcOffset`' }),
  }),
  answer: {
    description: 'The charges that match.',
    schema: z.strictObject({
      charges: z.array(ForecastCharge),
      amounts: z.array(Money).nullable().meta({
        description:
          'What all that match come to, one for each asset; null without a total, and of one customer',
      }),
      page: ListPageResource,
    }),
  },
  async handle({ query, caller: { owner }, dependencies }) {
    const { paging, filter: asked } = splitQuery(query)
    const { days, utcOffset, payer, ...filter } = asked
    const wanted = { days, utcOffset }
    const shown = markPaging(paging, 'forecast', owner, asked)
    const { database } = dependencies
    const payers = await listPayers(database, owner, { payer, customerId: filter.customerId })
    const isWhole = payers === null && paging.offset === 0
    const { total, amounts, ...found } = isWhole
      ? await readPlaced(dependencies, owner, { wanted, filter }, paging)
      : await readJudged(dependencies, owner, { wanted, filter, payers }, paging)
    const page = describePage(shown, found, paging.withTotal ? toCount(total) : undefined)
    const summed = paging.withTotal ? amounts : null
    return { body: { charges: found.rows.map(toForecastCharge), amounts: summed, page } }
  },
})

type ForecastRequest = { wanted: ForecastWindow; filter: ForecastFilter }

/** Only what is counted, or rare, needs the whole forecast; what is counted stands on the same ground. */
async function readPlaced(
  dependencies: HttpDependencies,
  owner: Owner,
  { wanted, filter }: ForecastRequest,
  paging: Paging,
) {
  const counted = paging.withTotal ? await readRecentForecast(dependencies, owner, wanted) : null
  const ground = counted?.ground ?? (await readForecastGround(dependencies, owner, wanted))
  const known = counted && { surroundings: counted.forecast.surroundings }
  const readWhole = () => readRecentForecast(dependencies, owner, wanted)
  const asked = { filter, readWhole, ...known }
  const found = await readForecastPage(dependencies.database, owner, ground, asked, paging)
  return {
    ...found,
    total: counted ? countCharges(counted.forecast, filter) : 0,
    amounts: counted && sumCharges(counted.forecast, filter),
  }
}

async function readJudged(
  dependencies: HttpDependencies,
  owner: Owner,
  { wanted, filter, payers }: ForecastRequest & { payers: string[] | null },
  paging: Paging,
) {
  const { ground, forecast } = payers
    ? await readForecastOf(dependencies, owner, wanted, payers)
    : await readRecentForecast(dependencies, owner, wanted)
  const judged = { forecast, filter }
  const found = await readJudgedPage(dependencies.database, owner, ground, judged, paging)
  return { ...found, amounts: sumCharges(forecast, filter) }
}
