/** The entries of the audit log that match: a part of them, or all, as they were at one moment. */
import type { Network } from '../../shared/network.ts'
import type { Database } from '../database.ts'
import { readAtOneMoment, readByCursor } from '../lists/export.ts'
import { type FoundPage, type Part, readInOrder } from '../lists/places.ts'
import { type Count, countUpToMax } from '../lists/totals.ts'
import { allOf, numbered, type ParameterValue } from '../views/query-parameters.ts'

/** Everything is optional; moments are of real time, `until` is no longer in it. */
export type AuditFilter = {
  /** A part of an e-mail address. */
  by?: string | undefined
  /** A part of the call's name, in words or in one. */
  call?: string | undefined
  /** A part of what it was about. */
  subject?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}
/** The entries of one merchant on one network, with those about both; or of all. */
export type AuditReach = { merchantId?: string | undefined; network?: Network | undefined }
type AuditQuery = { reach: AuditReach; filter: AuditFilter }

export type ListedAudit = {
  id: string
  merchantId: string | null
  /** Its present name. */
  merchantName: string | null
  /** The present name of the plan that it was about; null among the entries of all, as plans are the merchant's own. */
  planName: string | null
  network: Network | null
  email: string
  role: string
  address: string | null
  call: string
  subject: string
  asked: unknown
  before: unknown
  after: unknown
  at: Date
}
/** The pool returns moments as PostgreSQL writes them. */
type Row = Omit<ListedAudit, 'at'> & { at: string }

const planName = `(select name from plan where plan.id = subject
  and plan.merchant_id = audit_entry.merchant_id and plan.network = audit_entry.network)`
const columnsFor = ({ network }: AuditReach): string => `id, merchant_id as "merchantId",
  (select name from merchant where merchant.id = audit_entry.merchant_id) as "merchantName",
  ${network ? planName : 'null'} as "planName", network, email, role, address, call, subject, asked, before, after, at`

/** Lists a part of the entries, the newest first: their ids sort by time. */
export async function listAudit(
  { pool }: Pick<Database, 'pool'>,
  wanted: AuditQuery,
  part: Part,
): Promise<FoundPage<ListedAudit>> {
  const select = (value: ParameterValue) =>
    `select id as place_id, at as moment, ${columnsFor(wanted.reach)} from audit_entry where ${whereOf(wanted, value)}`
  const found = await readInOrder<Row>(pool, { direction: 'desc', isById: true, select }, part)
  return { ...found, rows: found.rows.map(toEntry) }
}

/** Counts the entries that match. */
export const countAudit = ({ pool }: Pick<Database, 'pool'>, wanted: AuditQuery): Promise<Count> =>
  countUpToMax(pool, (value) => `select from audit_entry where ${whereOf(wanted, value)}`)

/** Reads all entries that match, the newest first, part by part. */
export const readAudit = (
  { pool }: Pick<Database, 'pool'>,
  wanted: AuditQuery,
): AsyncGenerator<ListedAudit[], void> =>
  readAtOneMoment(pool, async function* (client) {
    const { values, value } = numbered()
    const select = `select ${columnsFor(wanted.reach)} from audit_entry where ${whereOf(wanted, value)} order by id desc`
    for await (const rows of readByCursor<Row>(client, select, values)) yield rows.map(toEntry)
  })

function whereOf({ reach, filter }: AuditQuery, value: ParameterValue): string {
  const { merchantId, network } = reach
  const { by, call, subject, since, until } = filter
  const has = (text: string, part: string) => `strpos(${text}, ${value(part)}) > 0`
  return allOf([
    'true',
    merchantId !== undefined && `merchant_id = ${value(merchantId)}`,
    network !== undefined && `(network is null or network = ${value(network)})`,
    by !== undefined && has('email', by.toLowerCase()),
    call !== undefined && has('lower(call)', call.toLowerCase().replaceAll(/\s/g, '')),
    subject !== undefined && has('subject', subject),
    since !== undefined && `at >= ${value(since)}`,
    until !== undefined && `at < ${value(until)}`,
  ])
}

const toEntry = (row: Row): ListedAudit => ({ ...row, at: new Date(row.at) })
