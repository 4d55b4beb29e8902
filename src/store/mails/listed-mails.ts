/** The mails of the service, for an operator: what became of each, and never what it tells. */
import type { MailStatus, ParkingReason } from '../tables/mails.ts'
import type { MailKind } from './mail-kinds.ts'
import type { Database } from '../database.ts'
import type { Page } from '../../shared/page.ts'

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

/** Lists mails of these statuses, or all, the newest first. */
export async function listMails(
  { pool }: Database,
  { statusIn, merchantId, search }: MailFilter,
  { limit, offset }: Page,
): Promise<{ mails: ListedMail[]; total: number }> {
  const from = `from mail join account on account.id = mail.account_id
     where ($1::text[] = '{}' or status = any($1)) and ($2::text is null or mail.merchant_id = $2)
       and ($3::text is null or strpos(account.email, $3) > 0)`
  const wanted = [statusIn, merchantId, search?.toLowerCase()]
  const counted = await pool.query<{ total: number }>(
    `select count(*)::int as total ${from}`,
    wanted,
  )
  const { rows } = await pool.query<Row>(
    `select mail.id, kind, account_id as "accountId", account.email,
       mail.merchant_id as "merchantId", network, status, reason, last_error as "lastError",
       attempts, mail.created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt",
       case when status = 'Waiting' then greatest(available_at, mail.created_at) end as "nextTryAt",
       status = 'Parked' and sealed_facts is not null and expires_at > now() as "canResend"
     ${from} order by mail.created_at desc, mail.id desc limit $4 offset $5`,
    [...wanted, limit, offset],
  )
  const mails = rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt!),
    expiresAt: new Date(row.expiresAt!),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt),
    nextTryAt: row.nextTryAt === null ? null : new Date(row.nextTryAt),
  }))
  return { mails, total: counted.rows[0]!.total }
}

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
