/** The metrics: recurring revenue, who came, who left and why, and what came of charges. */
import { z } from 'zod'
import { dayMs } from '../../../../machines/durations.ts'
import { badRequest } from '../../../shared/problems.ts'
import { Time } from '../../../core/resources/fields.ts'
import { readMetrics, type MetricsSpan } from '../../../store/views/metrics/metrics.ts'
import { memberRoute } from '../../routing/route.ts'
import { MomentWithOffset } from '../../schemas/moment.ts'
import { singleParameter, wholeParameter } from '../../schemas/query.ts'
import { toMetricsOfAssets } from './metrics-answer.ts'
import { MetricsOfAsset } from './metrics-resource.ts'
import { recentAnswersOf } from './recent-answers.ts'

const daysUsual = 30
const daysMax = 800

const moment = (description: string) =>
  singleParameter(MomentWithOffset).optional().meta({ description })

export const readMetricsRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/metrics',
  operationId: 'readMetrics',
  right: 'read',
  tag: 'Overview',
  summary: 'Read the metrics',
  description:
    'For each asset; different assets are never added. [Metrics](/docs/guides/metrics) defines every figure and shows its statement. ' +
    'An answer is at most three seconds old.',
  query: z.strictObject({
    from: moment('The beginning; so many `days` before the end where it is left out'),
    to: moment('The end, itself outside; now where it is left out'),
    days: wholeParameter(1, daysMax)
      .default(daysUsual)
      .meta({ description: 'Where there is no `from`: how many days' }),
  }),
  answer: {
    description: 'The figures.',
    schema: z.strictObject({ from: Time, to: Time, assets: z.array(MetricsOfAsset) }),
  },
  async handle({ query, caller: { owner }, dependencies }) {
    const { database, clock } = dependencies
    const readSpan = (): MetricsSpan => {
      const to = query.to ?? clock.now()
      return { from: query.from ?? new Date(to.getTime() - query.days * dayMs), to }
    }
    requireSpan(readSpan())
    const asked = [
      owner.merchantId,
      owner.network,
      query.from?.getTime(),
      query.to?.getTime(),
      query.days,
    ]
    const body = await recentAnswersOf(database).answer(`metrics ${asked.join(' ')}`, async () => {
      const span = readSpan()
      return {
        from: span.from.toISOString(),
        to: span.to.toISOString(),
        assets: toMetricsOfAssets(await readMetrics(database, owner, span), span),
      }
    })
    return { body }
  },
})

function requireSpan({ from, to }: MetricsSpan): void {
  const days = (to.getTime() - from.getTime()) / dayMs
  if (days > 0 && days <= daysMax) return
  const message = `must be before \`to\`, by ${daysMax} days at most; it is ${from.toISOString()}`
  throw badRequest([{ path: 'from', message }])
}
