/** The audit log: what people did, for the merchant whose people they are, and for operators. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Network } from '../../../shared/network.ts'
import { accountRoles } from '../../../store/people/account-roles.ts'
import {
  type AuditFilter,
  type AuditReach,
  countAudit,
  type ListedAudit,
  listAudit,
  readAudit,
} from '../../../store/people/audit-list.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { networkNames } from '../../authentication/session.ts'
import { csvType, memberRoute, operatorRoute } from '../../routing/route.ts'
import { MomentWithOffset } from '../../schemas/moment.ts'
import { PathText } from '../../schemas/path.ts'
import { singleParameter } from '../../schemas/query.ts'
import { columnsOf } from '../lists/export-columns.ts'
import { csvOf } from '../lists/csv.ts'
import {
  countedPage,
  ListPageResource,
  type Paging,
  readPage,
  splitQuery,
} from '../../lists/page.ts'
import { sendRecords, spreadsheetParameter } from '../lists/send-records.ts'
import { beginAt, createdWithin } from '../../lists/spans.ts'
import type { RouteDependencies } from '../../cells/cells.ts'

const filter = {
  by: singleParameter(PathText)
    .optional()
    .meta({ description: 'The e-mail address of who did it, or a part of it' }),
  call: singleParameter(PathText)
    .optional()
    .meta({ description: 'The name of the call, such as `createApiKey`, or a part of it' }),
  subject: singleParameter(PathText)
    .optional()
    .meta({ description: 'The id that the call was about, or a part of it' }),
  since: singleParameter(MomentWithOffset)
    .optional()
    .meta({ description: 'At this moment or later' }),
  until: singleParameter(MomentWithOffset).optional().meta({ description: 'Before this moment' }),
  createdWithin: createdWithin.meta({
    description:
      'In the latest 15 minutes, hour, … 90 days of real time; with `since` too, the later of both counts',
  }),
}
type AuditFields = z.output<z.ZodObject<typeof filter>>

const Anything = z.unknown().meta({ description: 'By the names of fields; secrets are never kept' })

const AuditEntryResource = z
  .strictObject({
    id: z.string(),
    at: RealTime,
    by: z.string().meta({ description: 'An e-mail address' }),
    role: z.enum(accountRoles).meta({ description: 'At that time' }),
    from: z.string().nullable().meta({ description: 'The address that it came from' }),
    network: z.enum(['test', 'main']).nullable(),
    merchantId: z.string().nullable(),
    merchantName: z.string().nullable().meta({ description: 'Its present name' }),
    call: z.string().meta({ examples: ['createApiKey'] }),
    subject: z.string().meta({
      description: 'The ids in its address, or that of what it has made; empty where there is none',
    }),
    planName: z.string().nullable().meta({
      description: 'The present name of the plan with this id; operators are not told it',
    }),
    asked: Anything.nullable(),
    before: Anything.nullable(),
    after: Anything.nullable(),
  })
  .meta({ id: 'AuditEntry', description: 'Something that somebody did.' })

const answer = {
  description: 'The newest comes first; no entry is ever changed or removed.',
  schema: z.strictObject({ entries: z.array(AuditEntryResource), page: ListPageResource }),
} as const

export const listAuditRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/audit',
  operationId: 'listAudit',
  tag: 'People',
  right: 'audit',
  summary: 'List who did what',
  description:
    'Every command that one of your people, or an operator for you, gave in the dashboard, on this network or about both.',
  query: z.strictObject({ ...countedPage, ...filter }),
  answer,
  async handle({ query, caller: { owner }, dependencies }) {
    return { body: await answerPage(dependencies, owner, query) }
  },
})

const ofAny = { ...filter, merchantId: singleParameter(PathText).optional() }

export const listAllAuditRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/audit',
  operationId: 'listAllAudit',
  tag: 'Accounts',
  summary: 'List who did what, at any merchant',
  query: z.strictObject({ ...countedPage, ...ofAny }),
  answer,
  async handle({ query: { merchantId, ...query }, dependencies }) {
    return { body: await answerPage(dependencies, { merchantId }, query) }
  },
})

const file = { description: 'The entries that match.', mediaType: csvType } as const
const fileDescription =
  'Takes the filters of the list, and holds the same entries in the same order. `asked`, `before` and `after` are ' +
  'JSON. For the rest it is as other exports are.'

export const exportAuditRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/audit.csv',
  operationId: 'exportAudit',
  tag: 'People',
  right: 'audit',
  summary: 'Export who did what',
  description: fileDescription,
  query: z.strictObject({ ...filter, spreadsheet: spreadsheetParameter }),
  answer: file,
  problems: ['TooManyRequests'],
  handle: async ({ query: { spreadsheet: isForSpreadsheet, ...asked }, caller, dependencies }) => ({
    stream: (reply) =>
      sendAudit({ reach: caller.owner, asked, isForSpreadsheet }, dependencies, reply),
  }),
})

export const exportAllAuditRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/audit.csv',
  operationId: 'exportAllAudit',
  tag: 'Accounts',
  summary: 'Export who did what, at any merchant',
  description: fileDescription,
  query: z.strictObject({ ...ofAny, spreadsheet: spreadsheetParameter }),
  answer: file,
  problems: ['TooManyRequests'],
  handle: async ({ query, dependencies }) => {
    const { merchantId, spreadsheet: isForSpreadsheet, ...asked } = query
    const wanted = { reach: { merchantId }, asked, isForSpreadsheet }
    return { stream: (reply) => sendAudit(wanted, dependencies, reply) }
  },
})

async function answerPage(
  { database, clock }: Pick<RouteDependencies, 'database' | 'clock'>,
  { merchantId, network }: AuditReach,
  query: AuditFields & Paging,
) {
  const { paging, filter } = splitQuery(query)
  const reach = { merchantId, network }
  const wanted = { reach, filter: toFilter(filter, clock.realNow()) }
  const { rows, page } = await readPage(paging, ['audit', reach, filter], {
    read: (shown) => listAudit(database, wanted, shown),
    count: () => countAudit(database, wanted),
  })
  return { entries: rows.map(describeEntry), page }
}

function toFilter({ createdWithin: span, since, ...asked }: AuditFields, now: Date): AuditFilter {
  const { createdFrom } = beginAt({ createdWithin: span, createdFrom: since }, now)
  return { ...asked, since: createdFrom }
}

type AuditExport = { reach: AuditReach; asked: AuditFields; isForSpreadsheet: boolean }

function sendAudit(
  { reach: { merchantId, network }, asked, isForSpreadsheet }: AuditExport,
  dependencies: RouteDependencies,
  reply: FastifyReply,
): Promise<void> {
  const found = readAudit(dependencies.database, {
    reach: { merchantId, network },
    filter: toFilter(asked, dependencies.clock.realNow()),
  })
  const sent = {
    file: network ? `audit-${nameOf(network)}` : 'audit',
    whose: network && merchantId ? merchantId : 'operators',
    records: recordsOf(found, isForSpreadsheet),
    isForSpreadsheet,
  }
  return sendRecords(sent, dependencies, reply)
}

async function* recordsOf(
  parts: AsyncGenerator<ListedAudit[], void>,
  isForSpreadsheet: boolean,
): AsyncGenerator<string, void> {
  const { head, toRecord } = csvOf(auditColumns.names, isForSpreadsheet)
  yield head
  for await (const entries of parts)
    yield entries
      .map((entry) => toRecord(auditColumns.toCells(describeEntry(entry), entry.at)))
      .join('')
}

const auditColumns = columnsOf<ReturnType<typeof describeEntry>>()(
  [
    ...(['id', 'at', 'by', 'role', 'from', 'network', 'merchantId', 'merchantName'] as const),
    ...(['call', 'subject', 'planName', 'asked', 'before', 'after'] as const),
  ],
  ({ at, asked, before, after, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    asked: toJson(asked),
    before: toJson(before),
    after: toJson(after),
  }),
)

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

const describeEntry = ({ email, address, network, ...entry }: ListedAudit) => ({
  ...entry,
  by: email,
  from: address,
  network: network && nameOf(network),
})

const nameOf = (network: Network): string | null =>
  Object.entries(networkNames).find(([, one]) => one === network)?.[0] ?? null
