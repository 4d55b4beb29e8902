/** The webhook torture kit: test events of all kinds to the merchant's own endpoint, and which rules it keeps. */
import { z } from 'zod'
import { newId } from '../../../shared/ids.ts'
import type { Owner } from '../../../shared/owner.ts'
import { Problem } from '../../../shared/problems.ts'
import {
  beginTortureRun,
  countRecentRuns,
  findTortureRun,
  listTortureRuns,
} from '../../../store/torture/torture-runs.ts'
import type { TortureResult } from '../../../webhooks/torture/results.ts'
import { tortureTestNames } from '../../../webhooks/torture/tests.ts'
import { memberRoute } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { page, PageOfTotalResource } from '../../schemas/query.ts'
import { requireSigningEndpoint } from './signing-endpoint.ts'
import { toTortureRun, TortureRunResource } from './torture-run-resource.ts'

const path = '/dashboard/api/{network}/torture-runs'
const runsPerHourMax = 20
const retryAfterSeconds = 600
const urlLengthMax = 2_048

const NewTortureRun = z
  .strictObject({
    tests: z
      .array(z.enum(tortureTestNames))
      .min(1)
      .max(tortureTestNames.length)
      .transform((wanted) => tortureTestNames.filter((name) => wanted.includes(name)))
      .optional()
      .meta({ description: 'Only these; without it, all' }),
    apiKey: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The key that signs; without it, the first of the network' }),
    echoUrl: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .max(urlLengthMax)
      .optional()
      .meta({
        description:
          'Where your server says what it did with test events, of the same origin as the endpoint',
        examples: ['https://shop.example/echo'],
      }),
  })
  .meta({ id: 'NewTortureRun' })

export const startTortureRunRoute = memberRoute({
  method: 'POST',
  path,
  right: 'integrate',
  operationId: 'startTortureRun',
  tag: 'Webhooks',
  summary: 'Try whether the endpoint keeps the rules',
  description:
    'On the test network. Sends signed test events, repeated, out of order, late, and wrong ones, which ' +
    'stand in no log. Where a run is under way already, that one is answered.',
  body: NewTortureRun,
  limit: 'resend',
  answer: { status: 202, description: 'The run, which has begun.', schema: TortureRunResource },
  problems: ['NotFound', 'WebhooksNotSetUp'],
  async handle(call) {
    const { body, caller, audit, dependencies } = call
    const { owner } = caller
    const { tests = tortureTestNames, ...wanted } = body
    requireTestNetwork(owner)
    const endpoint = await requireSigningEndpoint(dependencies, owner, wanted)
    const { database, clock } = dependencies
    const at = clock.realNow()
    if ((await countRecentRuns(database, owner, at)) >= runsPerHourMax)
      throw new Problem(
        'TooManyRequests',
        `There were ${runsPerHourMax} runs within an hour: try again in ${retryAfterSeconds} s.`,
        { headers: { 'retry-after': String(retryAfterSeconds) } },
      )
    const id = newId(at)
    await beginTortureRun(database, owner, { id, ...endpoint, tests: [...tests], at })
    const begun =
      (await findTortureRun<TortureResult>(database, owner, { id })) ??
      (await findTortureRun<TortureResult>(database, owner, 'running'))
    if (!begun) throw new Problem('ServiceUnavailable', 'The run before ended just now: try again.')
    audit?.concern(begun.id)
    return { body: toTortureRun(begun) }
  },
})

export const listTortureRunsRoute = memberRoute({
  method: 'GET',
  path,
  right: 'inspect',
  operationId: 'listTortureRuns',
  tag: 'Webhooks',
  summary: 'List the runs of the torture kit',
  description: 'The newest comes first; 50 are kept.',
  query: z.strictObject(page),
  answer: {
    status: 200,
    description: 'The runs, each with its report.',
    schema: z.strictObject({ runs: z.array(TortureRunResource), page: PageOfTotalResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database } }) {
    const { runs, total } = await listTortureRuns<TortureResult>(database, owner, query)
    return { body: { runs: runs.map(toTortureRun), page: { ...query, total } } }
  },
})

export const readTortureRunRoute = memberRoute({
  method: 'GET',
  path: `${path}/{id}`,
  right: 'inspect',
  operationId: 'readTortureRun',
  tag: 'Webhooks',
  summary: 'Read the report of a run',
  params: IdParams,
  answer: { status: 200, description: 'As far as it has come.', schema: TortureRunResource },
  problems: ['NotFound'],
  async handle({ params: { id }, caller: { owner }, dependencies: { database } }) {
    const run = await findTortureRun<TortureResult>(database, owner, { id })
    if (!run) throw new Problem('NotFound', `There is no torture run '${id}'.`)
    return { body: toTortureRun(run) }
  },
})

function requireTestNetwork({ network }: Owner): void {
  if (network === 'TestNet') return
  throw new Problem(
    'NotFound',
    'The torture kit is for the test network alone: POST /dashboard/api/test/torture-runs.',
  )
}
