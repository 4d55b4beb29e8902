/**
 * Keeps payers from making a merchant pay for cancellations that end nothing: an approval costs its
 * payer 46 k gas, or nothing by permit, the cancellation of a draft its merchant 126 k.
 */
import type { Pool } from 'pg'
import { inFlightTransactions, quoteStatuses } from '../../core/states.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'

/**
 * Finds out whether the same cancellation was requested before and is still on its way: as an older
 * request, or as a transaction that no block holds yet. One is enough; the subscription requests it
 * again every hour until the contract is cancelled.
 */
export async function findCancelUnderWay(
  pool: Pool,
  { id, at, entityId, lane }: ClaimedRow,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'cancel-under-way',
    text: `select 1 from outbox
        where channel = 'chain' and lane = $1 and name = 'requestCancel' and entity_id = $2
          and (at, id) < ($3, $4)
      union all
      select 1 from outbox
        where channel = 'actor' and name = 'transaction.create'
          and payload->'input'->>'purpose' = 'cancel'
          and payload->'input'->'items'->0->>'id' = $2
      union all
      select 1 from transaction
        where blockchain = $5 and status in (${quoteStatuses(inFlightTransactions)}) and purpose = 'cancel'
          and snapshot->'context'->'items'->0->>'id' = $2
      limit 1`,
    values: [lane, entityId, at.toISOString(), id, lane.split('/')[0]],
  })
  return rowCount !== 0
}
