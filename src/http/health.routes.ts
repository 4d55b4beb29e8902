/**
 * `/health`: the process lives. `/ready`: commands can be accepted; `/ready?for=reads`: reads can be answered. What is late or away without stopping them, such as a chain, is
 * named there as degraded.
 */
import { z } from 'zod'
import { readinessOfCells } from '../operating/ready-of-cells.ts'
import { toNotReady, toReady } from '../operating/ready-answers.ts'
import { services, standingFor } from '../operating/readiness.ts'
import { roles } from '../shared/nats-settings.ts'
import { Problem } from '../shared/problems.ts'
import { type Route, visitorRoute } from './routing/route.ts'
import { singleParameter } from './schemas/query.ts'
import { chainStates } from '../store/views/node-advice.ts'

const DegradedChain = z.strictObject({
  blockchain: z.string(),
  state: z.enum(chainStates),
  headAgeSeconds: z.int().nullable(),
  lagBlocks: z.int().nullable(),
})

const healthRoute = visitorRoute({
  method: 'GET',
  path: '/health',
  operationId: 'readHealth',
  tag: 'Health',
  summary: 'Ask whether the process lives',
  // A supervisor of the process must be able to ask, however often others do.
  limit: 'none',
  answer: { description: 'It does.', schema: z.strictObject({ status: z.literal('ok') }) },
  async handle() {
    return { body: { status: 'ok' } }
  },
})

const readinessRoute = visitorRoute({
  method: 'GET',
  path: '/ready',
  operationId: 'readReadiness',
  tag: 'Health',
  summary: 'Ask whether the service can take commands, or answer reads',
  description:
    'Without `for` it is about commands. A proxy asks `for=reads`: pages and reads are served as long as the database ' +
    'is there, also while no worker or NATS is.',
  limit: 'file',
  query: z.strictObject({
    for: singleParameter(z.enum(services))
      .optional()
      .meta({ description: 'What has to be served for a `200`' }),
  }),
  answer: {
    description:
      'It serves that; chains that are late, and roles that nobody has, are named, each with what to do.',
    schema: z.discriminatedUnion('status', [
      z.strictObject({ status: z.literal('ok') }),
      z.strictObject({
        status: z.literal('degraded'),
        degraded: z.array(DegradedChain),
        absentRoles: z.array(z.enum(roles)),
        advice: z.array(z.string()),
      }),
    ]),
  },
  async handle({ dependencies, query: { for: wanted = 'commands' } }) {
    const standing = standingFor(await readinessOfCells(dependencies.cells.all)(), wanted)
    if (!standing.missing) return { body: toReady(standing) }
    const { message, retryAfter, ...details } = toNotReady(standing, wanted)
    throw new Problem('ServiceUnavailable', message, {
      details,
      headers: { 'retry-after': retryAfter },
    })
  },
})

export const healthRoutes: readonly Route[] = [healthRoute, readinessRoute]
