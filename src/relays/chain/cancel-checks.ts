/**
 * Keeps payers from making a merchant pay for cancellations that end nothing: an approval costs its
 * payer 46 k gas, the cancellation of a draft its merchant 124 k.
 */
import type { Pool } from 'pg'
import type { ConnectedChain } from '../../chain/clients.ts'
import { fundsSeen } from '../../chain/funds-watch.ts'
import { endOfBlock, readFunds } from '../../chain/funds.ts'
import { fundsQuestionOf, type KnownSubscription } from '../../chain/subscriptions.ts'
import type { Message } from '../../shared/message.ts'
import type { ClaimedRow } from '../../store/outbox.ts'

/**
 * Whether the same cancellation was asked for before and is still on its way: as an older request,
 * or as a transaction that no block holds yet. One of them is enough; the subscription asks again
 * every hour until the chain has done it.
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
        where blockchain = $5 and status in ('Queued', 'Signed', 'Broadcast') and purpose = 'cancel'
          and snapshot->'context'->'items'->0->>'id' = $2
      limit 1`,
    values: [lane, entityId, at.toISOString(), id, lane.split('/')[0]],
  })
  return rowCount !== 0
}

/**
 * What is told instead of cancelling a contract that was never deployed and that nobody could charge
 * now; null where the payer allows enough for a charge.
 */
export async function readTooLittleAllowed(
  { reader }: ConnectedChain,
  subscription: KnownSubscription,
  row: ClaimedRow,
): Promise<Message | null> {
  const { blockNumber, funds } = await readFunds(reader, [fundsQuestionOf(subscription)])
  const [seen] = funds
  if (!seen || seen.allowance >= BigInt(subscription.amount)) return null
  return fundsSeen(`${row.id}/seen`, subscription, seen, endOfBlock(blockNumber), row.cause)
}
