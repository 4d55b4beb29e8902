/** Reads the history of a merchant's business verification: submitted, and decided by whom and why. */
import type { VerificationEvent } from '../../../machines/verification/verification.events.ts'
import type { Database } from '../database.ts'

/** A turn of the verification; `at` is business time. */
export type VerificationStep = {
  at: Date
  what: 'submit' | 'approve' | 'reject' | 'revoke'
  /** The e-mail address of the operator; null: the merchant. */
  by: string | null
  reason: string | null
  /** The details that were submitted. */
  details: object | null
}

type Row = { at: string; event: VerificationEvent }

/** Reads the steps, the newest first. */
export async function readVerificationHistory(
  database: Pick<Database, 'pool'>,
  merchantId: string,
): Promise<VerificationStep[]> {
  const { rows } = await database.pool.query<Row>(
    `select at, event from journal_turn turn
     where kind = 'verification' and entity_id = $1 and merchant_id = $1
       and event->>'type' <> 'verification.create'
     order by revision desc`,
    [merchantId],
  )
  return rows.map(({ at, event }) => ({
    at: new Date(at),
    what: event.type.slice('verification.'.length) as VerificationStep['what'],
    by: 'by' in event ? event.by : null,
    reason: 'reason' in event ? event.reason : null,
    details: 'details' in event ? event.details : null,
  }))
}
