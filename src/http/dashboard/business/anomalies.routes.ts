/** The anomalies of a merchant: messages that its actors did not expect, until they are resolved. */
import { z } from 'zod'
import { Time } from '../../../store/resources/fields.ts'
import { listAnomalies } from '../../../store/views/anomalies.ts'
import { memberRoute } from '../../routing/route.ts'
import { page, PageOfTotalResource, singleParameter } from '../../schemas/query.ts'

export const AnomalyResource = z
  .strictObject({
    messageId: z.string(),
    kind: z.string().meta({ examples: ['subscription'] }),
    entityId: z.string(),
    event: z.record(z.string(), z.unknown()).meta({ description: 'The message itself' }),
    state: z.string().meta({ description: 'Where the actor was' }),
    reason: z.string(),
    at: Time,
    resolvedAt: Time.nullable(),
  })
  .meta({ id: 'Anomaly' })

export const listAnomaliesRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/anomalies',
  operationId: 'listAnomalies',
  right: 'read',
  tag: 'Overview',
  summary: 'List messages that nobody expected',
  description: 'The newest comes first.',
  query: z.strictObject({ ...page, open: singleParameter(z.enum(['true', 'false'])).optional() }),
  answer: {
    status: 200,
    description: 'The messages that match.',
    schema: z.strictObject({ anomalies: z.array(AnomalyResource), page: PageOfTotalResource }),
  },
  async handle({ query: { limit, offset, open }, caller: { owner }, dependencies }) {
    const shown = { limit, offset }
    const isOpen = open === undefined ? undefined : open === 'true'
    const found = await listAnomalies(dependencies.database, owner, { isOpen }, shown)
    return { body: { anomalies: found.anomalies, page: { ...shown, total: found.total } } }
  },
})
