/** The request log: what the merchant's servers asked for in the last 30 days, what its people were refused, and how it was answered. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { requestsKeptDays } from '../../../store/request-log/write.ts'
import { findRequest } from '../../../store/lists/request-list.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { memberRoute } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { memberList } from './member-list.ts'

const LoggedRequestResource = z
  .strictObject({
    id: z.string(),
    requestId: z
      .string()
      .meta({ description: '`x-request-id`: your own, or ours', examples: ['order-4711'] }),
    apiKey: z
      .string()
      .nullable()
      .meta({ description: 'The key that it showed; null of what a person asked for' }),
    account: z
      .string()
      .nullable()
      .meta({
        description: 'The person who asked in the dashboard; null of a server',
        examples: ['owner@shop.example.com'],
      }),
    operationId: z.string().meta({ examples: ['createPayment'] }),
    method: z.string().meta({ examples: ['GET'] }),
    path: z.string().meta({
      description: 'With the parameters that the call knows',
      examples: ['/integration/payments?limit=2'],
    }),
    status: z.int(),
    durationMs: z.int().nonnegative(),
    problemCode: z
      .string()
      .nullable()
      .meta({ examples: ['CommandNotAllowed'] }),
    isReplayed: z
      .boolean()
      .meta({ description: 'Answered with what an earlier request of its Idempotency-Key got' }),
    address: z
      .string()
      .meta({ description: 'The IP address that it came from', examples: ['203.0.113.7'] }),
    userAgent: z
      .string()
      .nullable()
      .meta({ examples: ['shop/1.0'] }),
    createdAt: RealTime.meta({ description: 'When it was answered; real time' }),
  })
  .meta({
    id: 'LoggedRequest',
    description: 'One call of the merchant API, or one that a person was refused.',
  })

export const listRequestsRoute = memberList(lists.requests, {
  summary: 'List API requests',
  description:
    `Requests of the last ${requestsKeptDays} days that showed one of your API keys, and what your people were refused ` +
    'in the dashboard, the newest first, within a second of their answer. Neither bodies nor secrets are kept.',
  schema: LoggedRequestResource,
  show: (rows) => rows,
})

export const readRequestRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/requests/{id}',
  operationId: 'readRequest',
  tag: 'Developers',
  right: 'inspect',
  summary: 'Read one API request',
  description: 'By its id here, or by its `x-request-id`, which problems name as `requestId`.',
  params: z.object({ id: PathText }),
  answer: { description: 'The request.', schema: LoggedRequestResource },
  problems: ['NotFound'],
  async handle({ params: { id }, caller: { owner }, dependencies: { database } }) {
    const found = await findRequest(database, owner, id)
    if (found) return { body: found }
    throw new Problem(
      'NotFound',
      `There is no request '${id}' in the log of the last ${requestsKeptDays} days of this network.`,
    )
  },
})
