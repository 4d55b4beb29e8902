/** The mails of the service, for an operator: what became of each, and never what it tells. */
import type { MailStatus, ParkingReason } from '../tables/mails.ts'
import type { MailKind } from './mail-kinds.ts'
import type { Database } from '../database.ts'
import { type FoundPage, type Part, readInOrder } from '../lists/places.ts'
import { type Count, countUpToMax } from '../lists/totals.ts'
import { allOf, type ParameterValue } from '../views/query-parameters.ts'

export type ListedMail = {
  id: string
  kind: MailKind
  accountId: string
  email: string
  merchantId: string | null
  network: string | null
  status: MailStatus
  reason: ParkingReason | null
  lastError: string | null
  attempts: number
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
  /** When it is tried next; null where it is not. */
  nextTryAt: Date | null
  /** Whether it can still be sent: what it tells is kept. */
  canResend: boolean
}

export type MailFilter = {
  /** Empty: all. */
  statusIn: MailStatus[]
  merchantId?: string | undefined
  /** A part of the reader's address. */
  search?: string | undefined
}

type Moments = 'createdAt' | 'expiresAt' | 'endedAt' | 'nextTryAt'
type Row = Omit<ListedMail, Moments> & Record<Moments, string | null>

/** Lists a part of the mails that match, the newest first. */
export async function listMails(
  { pool }: Pick<Database, 'pool'>,
  filter: MailFilter,
  part: Part,
): Promise<FoundPage<ListedMail>> {
  const select = (
    value: ParameterValue,
  ) => `select mail.id as place_id, mail.created_at as moment, mail.id, kind,
      account_id as "accountId", account.email, mail.merchant_id as "merchantId", network, status, reason,
      last_error as "lastError", attempts, mail.created_at as "createdAt", expires_at as "expiresAt",
      ended_at as "endedAt",
      case when status = 'Waiting' then greatest(available_at, mail.created_at) end as "nextTryAt",
      status = 'Parked' and sealed_facts is not null and expires_at > now() as "canResend"
    ${fromMatching(filter, value)}`
  const found = await readInOrder<Row>(pool, { direction: 'desc', select }, part)
  return { ...found, rows: found.rows.map(toMail) }
}

export const countMails = ({ pool }: Pick<Database, 'pool'>, filter: MailFilter): Promise<Count> =>
  countUpToMax(pool, (value) => `select ${fromMatching(filter, value)}`)

function fromMatching({ statusIn, merchantId, search }: MailFilter, value: ParameterValue): string {
  const conditions = allOf([
    'true',
    statusIn.length > 0 && `status = any(${value(statusIn)})`,
    merchantId !== undefined && `mail.merchant_id = ${value(merchantId)}`,
    search !== undefined && `strpos(account.email, ${value(search.toLowerCase())}) > 0`,
  ])
  return `from mail join account on account.id = mail.account_id where ${conditions}`
}

const toMail = (row: Row): ListedMail => ({
  ...row,
  createdAt: new Date(row.createdAt!),
  expiresAt: new Date(row.expiresAt!),
  endedAt: row.endedAt === null ? null : new Date(row.endedAt),
  nextTryAt: row.nextTryAt === null ? null : new Date(row.nextTryAt),
})

/** Has a parked mail sent once more; returns false where it cannot be, or is not parked. */
export async function resendMail({ pool }: Database, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update mail set status = 'Waiting', reason = null, ended_at = null, attempts = 0,
       unanswered_handovers = 0, available_at = now()
     where id = $1 and status = 'Parked' and sealed_facts is not null and expires_at > now()`,
    [id],
  )
  return rowCount === 1
}
