/** Acting on all rows of a filter: looked at first, then done in the background, with what became of each. */
import { z } from 'zod'
import type { Clock } from '../../../shared/clock.ts'
import { derivedId } from '../../../shared/ids.ts'
import type { Owner } from '../../../shared/owner.ts'
import { Problem } from '../../../shared/problems.ts'
import type { Database } from '../../../store/database.ts'
import {
  createJob,
  type Created,
  jobsRunningMax,
  previewMany,
  targetsMax,
} from '../../../store/act-on-many/jobs.ts'
import { listJobs, readJob, stopJob } from '../../../store/act-on-many/read.ts'
import { commandsOfLists, type ListToActOn } from '../../act-on-many/commands-of-lists.ts'
import type { Right } from '../../authentication/rights.ts'
import { parseInput } from '../../requests/input.ts'
import { readQuery } from '../../requests/query-string.ts'
import { type Call, memberRoute, type Route } from '../../routing/route.ts'
import { NoFields, textField, wholeField } from '../../schemas/fields.ts'
import { IdParams } from '../../schemas/path.ts'
import { type DashboardList, lists } from './dashboard-lists.ts'
import { JobAndProblems, JobResource, PreviewResource } from './job-resources.ts'
import { beginAt } from '../../lists/spans.ts'

const path = '/dashboard/api/{network}/act-on-many'
const filterLengthMax = 2_000
const keyLengthMax = 100

/** What begins a job, reads it and stops it answers with. */
const job = { description: 'The job.', schema: JobAndProblems }

const filterField = z
  .string()
  .max(filterLengthMax)
  .default('')
  .meta({
    description: "The list's filter, as it stands in its address; empty for all",
    examples: ['statusIn=Active&planId=1BwRWHZcSwfzWg9yhKUfzB'],
  })

function previewRoute<Shape extends z.ZodRawShape, Row>(
  acted: DashboardList<Shape, Row>,
  name: ListToActOn,
  right: Right,
): Route<'member'> {
  return memberRoute({
    method: 'POST',
    path: `/dashboard/api/{network}/${name}/act-on-many/preview`,
    operationId: `previewMany${capitalised(name)}`,
    tag: acted.tag,
    right,
    summary: `Preview a command to many ${name}`,
    description:
      'How many match, how many take the command, and why the others do not. Changes nothing.',
    changesNothing: true,
    body: z.strictObject({ command: z.enum(commandsOfLists[name]), filter: filterField }),
    answer: { status: 200, description: 'What it would do.', schema: PreviewResource },
    async handle({ body: { command, filter: text }, caller: { owner }, dependencies }) {
      const { database, clock } = dependencies
      const filter = readFilter(acted, text, clock)
      const wanted = { owner, list: acted.list, filter, command }
      return { body: await previewMany(database, wanted) }
    },
  })
}

function actRoute<Shape extends z.ZodRawShape, Row>(
  acted: DashboardList<Shape, Row>,
  name: ListToActOn,
  right: Right,
): Route<'member'> {
  return memberRoute({
    method: 'POST',
    path: `/dashboard/api/{network}/${name}/act-on-many`,
    operationId: `actOnMany${capitalised(name)}`,
    tag: acted.tag,
    right,
    summary: `Command many ${name}`,
    description:
      'Of the rows that match, those that take the command now. It goes on in the background, through restarts too; ' +
      `\`GET ${path}/{id}\` says how far it is. The same \`key\` again is the same job. At most ${targetsMax} at once, ` +
      `and ${jobsRunningMax} jobs under way.`,
    body: z.strictObject({
      command: z.enum(commandsOfLists[name]),
      filter: filterField,
      expected: wholeField(0, targetsMax).meta({
        description: '`can` of the preview: where as many do not take it any more, nothing is done',
      }),
      key: textField('a key', keyLengthMax).meta({
        description: 'Your own, a new one for each job, such as a random UUID',
        examples: ['5f0c7a52-3a6a-4a0e-9b1e-5d1f7d0a9d11'],
      }),
    }),
    answer: { status: 202, ...job },
    problems: ['SelectionChanged', 'TooManyRequests'],
    handle: async ({ body, caller, audit, dependencies }) => ({
      body: await begin(acted, name, body, { caller, audit, dependencies }),
    }),
  })
}

type Asked = { command: string; filter: string; expected: number; key: string }

async function begin<Shape extends z.ZodRawShape, Row>(
  acted: DashboardList<Shape, Row>,
  listName: ListToActOn,
  { command, filter: filterText, expected, key }: Asked,
  { caller, audit, dependencies }: Pick<Call<'member'>, 'caller' | 'audit' | 'dependencies'>,
) {
  const { database, clock } = dependencies
  const { owner } = caller
  const at = clock.realNow()
  const id = derivedId(at, `act-on-many/${owner.merchantId}/${owner.network}/${key}`)
  audit?.concern(id)
  const wanted = { owner, list: acted.list, filter: readFilter(acted, filterText, clock), command }
  const job = { id, key, listName, filterText, askedBy: caller.account.email, at, expected, audit }
  const created = await createJob(database, wanted, job)
  if (!('id' in created)) throw notBegun(created, expected)
  return requireJob(database, owner, created.id)
}

function notBegun(created: Exclude<Created, { id: string }>, expected: number): Problem {
  if (created.outcome === 'tooMany')
    return new Problem(
      'TooManyRequests',
      `${created.running} commands to many are under way; wait for one to end, or stop it.`,
      { headers: { 'retry-after': '10' } },
    )
  const { found } = created
  const is = found > targetsMax ? `more than ${targetsMax} take it` : `${found} take it now`
  return new Problem(
    'SelectionChanged',
    `You saw ${expected} that take the command; ${is}. Look at the preview again. Nothing was done.`,
    { details: { expected, found } },
  )
}

/** Reads a filter's text with the schema of its list. */
function readFilter<Shape extends z.ZodRawShape, Row>(
  { filter, time }: DashboardList<Shape, Row>,
  text: string,
  clock: Clock,
): z.output<z.ZodObject<Shape>> {
  const parts = { params: undefined, query: readQuery(`?${text}`), body: undefined }
  const { query } = parseInput({ query: z.strictObject(filter) }, parts)
  return beginAt(query as z.output<z.ZodObject<Shape>>, clock[time]())
}

const capitalised = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`

const listJobsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listCommandsToMany',
  tag: 'Overview',
  right: 'read',
  summary: 'List commands to many',
  description: 'The newest 50.',
  answer: {
    status: 200,
    description: 'The jobs, and how far each is.',
    schema: z.strictObject({ jobs: z.array(JobResource) }),
  },
  async handle({ caller: { owner }, dependencies: { database } }) {
    return { body: { jobs: await listJobs(database, owner) } }
  },
})

const readJobRoute = memberRoute({
  method: 'GET',
  path: `${path}/{id}`,
  operationId: 'readCommandToMany',
  tag: 'Overview',
  right: 'read',
  summary: 'Read how far a command to many is',
  params: IdParams,
  answer: { status: 200, ...job },
  problems: ['NotFound'],
  async handle({ params: { id }, caller: { owner }, dependencies: { database } }) {
    return { body: await requireJob(database, owner, id) }
  },
})

/** Whoever may begin a job may stop it. */
function stopRoute(list: ListToActOn, right: Right): Route<'member'> {
  return memberRoute({
    method: 'POST',
    path: `/dashboard/api/{network}/${list}/act-on-many/{id}/stop`,
    operationId: `stopActingOnMany${capitalised(list)}`,
    tag: 'Overview',
    right,
    summary: `Stop a command to many ${list}`,
    description: 'What was done stays done; what is left is left alone.',
    params: IdParams,
    body: NoFields,
    answer: { status: 200, ...job },
    problems: ['NotFound'],
    async handle({ params: { id }, caller: { owner }, dependencies: { database } }) {
      await stopJob(database, owner, { id, list })
      return { body: await requireJob(database, owner, id, list) }
    },
  })
}

async function requireJob(database: Database, owner: Owner, id: string, list?: ListToActOn) {
  const found = await readJob(database, owner, id)
  if (found && (list === undefined || found.list === list)) return found
  const what = list === undefined ? 'many' : `many ${list}`
  throw new Problem('NotFound', `There is no command to ${what} '${id}' on this network.`)
}

export const actOnManyRoutes = [
  previewRoute(lists.subscriptions, 'subscriptions', 'serve'),
  actRoute(lists.subscriptions, 'subscriptions', 'serve'),
  previewRoute(lists.deliveries, 'deliveries', 'integrate'),
  actRoute(lists.deliveries, 'deliveries', 'integrate'),
  listJobsRoute,
  readJobRoute,
  stopRoute('subscriptions', 'serve'),
  stopRoute('deliveries', 'integrate'),
]
