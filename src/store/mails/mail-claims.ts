/** The life of a mail's row: claimed by lease, handed over, and sent, postponed or parked. */
import type { MailKind } from './mail-kinds.ts'
import type { Network } from '../../shared/network.ts'
import type { Database } from '../database.ts'
import type { ParkingReason } from '../tables/mails.ts'

/** A mail that this process may send, with its reader as they are now. */
export type ClaimedMail = {
  id: string
  kind: MailKind
  accountId: string
  network: Network | null
  sealedFacts: string
  attempts: number
  unansweredHandovers: number
  createdAt: Date
  expiresAt: Date
  email: string
  isDisabled: boolean
  declined: string[]
  includesTestNet: boolean
}

type Row = Omit<ClaimedMail, 'createdAt' | 'expiresAt'> & { createdAt: string; expiresAt: string }
const lastErrorLengthMax = 500

/** Claims up to `limit` mails for `leaseMs`; after that any process may claim them again. */
export async function claimMails(
  { pool }: Database,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const { rows } = await pool.query<Row>({
    name: 'mail-claim',
    text: `with claimed as (
        update mail set attempts = attempts + 1,
          available_at = now() + $2 * interval '1 millisecond'
        where id = any(array(
          select id from mail where status = 'Waiting' and available_at <= now()
          order by available_at limit $1 for update skip locked))
        returning *)
      select claimed.id, claimed.kind, claimed.account_id as "accountId", claimed.network,
        claimed.sealed_facts as "sealedFacts", claimed.attempts,
        claimed.unanswered_handovers as "unansweredHandovers", claimed.created_at as "createdAt",
        claimed.expires_at as "expiresAt", account.email,
        account.disabled_at is not null as "isDisabled",
        coalesce(choice.declined, '[]') as declined,
        coalesce(choice.includes_test_net, false) as "includesTestNet"
      from claimed join account on account.id = claimed.account_id
        left join mail_choice as choice on choice.account_id = claimed.account_id
      order by claimed.created_at, claimed.id`,
    values: [limit, leaseMs],
  })
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
  }))
}

type Claim = Pick<ClaimedMail, 'id' | 'attempts'>

/**
 * Notes that the whole text is with the server, and its answer is still to come. Returns false where
 * another process has claimed the mail meanwhile: then this one must not finish its call.
 */
export async function noteHandover({ pool }: Database, claim: Claim): Promise<boolean> {
  return changed(
    await pool.query(
      `update mail set unanswered_handovers = unanswered_handovers + 1
       where id = $1 and attempts = $2 and status = 'Waiting'`,
      [claim.id, claim.attempts],
    ),
  )
}

/** Ends a mail that was sent, or that its reader does not want; its content is gone. */
export async function endMail(
  { pool }: Database,
  claim: Claim,
  status: 'Sent' | 'Skipped',
): Promise<void> {
  await pool.query(
    `update mail set status = $3, sealed_facts = null, ended_at = now(), last_error = null
     where id = $1 and attempts = $2`,
    [claim.id, claim.attempts, status],
  )
}

/** Describes a failed attempt; `wasAnswered`: the server has answered to the text, and not accepted it. */
type Failure = { error: string; wasAnswered: boolean }

export async function postponeMail(
  { pool }: Database,
  claim: Claim,
  { error, wasAnswered, waitMs }: Failure & { waitMs: number },
): Promise<void> {
  await pool.query(
    `update mail set available_at = now() + $3 * interval '1 millisecond', last_error = $4,
       unanswered_handovers = unanswered_handovers - $5
     where id = $1 and attempts = $2`,
    [claim.id, claim.attempts, waitMs, error.slice(0, lastErrorLengthMax), wasAnswered ? 1 : 0],
  )
}

/** Gives a mail up. Its content is kept, sealed, until it is too old to be sent again. */
export async function parkMail(
  { pool }: Database,
  claim: Claim,
  { reason, error }: { reason: ParkingReason; error: string | null },
): Promise<void> {
  await pool.query(
    `update mail set status = 'Parked', reason = $3, ended_at = now(),
       last_error = coalesce($4, last_error)
     where id = $1 and attempts = $2`,
    [claim.id, claim.attempts, reason, error?.slice(0, lastErrorLengthMax) ?? null],
  )
}

const keptDays = 90

/** Drops the content of mails that nobody may send any more, and rows of old ones. */
export async function cleanMails({ pool }: Database): Promise<void> {
  await pool.query(
    `update mail set sealed_facts = null
     where status = 'Parked' and expires_at < now() and sealed_facts is not null`,
  )
  await pool.query(
    `delete from mail where status <> 'Waiting' and created_at < now() - $1 * interval '1 day'`,
    [keptDays],
  )
}

const changed = ({ rowCount }: { rowCount: number | null }): boolean => rowCount === 1
