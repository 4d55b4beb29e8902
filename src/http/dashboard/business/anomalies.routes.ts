/** The anomalies of a merchant: messages that its actors did not expect, until they are resolved. */
import { z } from 'zod'
import { Time } from '../../../core/resources/fields.ts'
import { countAnomalies, listAnomalies } from '../../../store/views/anomalies.ts'
import { memberRoute } from '../../routing/route.ts'
import { singleParameter } from '../../schemas/query.ts'
import { countedPage, ListPageResource, readPage, splitQuery } from '../../lists/page.ts'

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
  query: z.strictObject({
    ...countedPage,
    open: singleParameter(z.enum(['true', 'false'])).optional(),
  }),
  answer: {
    description: 'The messages that match.',
    schema: z.strictObject({ anomalies: z.array(AnomalyResource), page: ListPageResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database } }) {
    const { paging, filter } = splitQuery(query)
    const isOpen = filter.open === undefined ? undefined : filter.open === 'true'
    const { rows: anomalies, page } = await readPage(paging, ['anomalies', owner, filter], {
      read: (shown) => listAnomalies(database, owner, { isOpen }, shown),
      count: () => countAnomalies(database, owner, { isOpen }),
    })
    return { body: { anomalies, page } }
  },
})
