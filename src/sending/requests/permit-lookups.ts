/** Loads a permit that is to be sent, and what else is under way or was sent for the same payer. */
import type { Pool } from 'pg'
import type { StatusOf } from '../../../machines/actors.ts'
import type { PermitInput } from '../../../machines/permit/permit.events.ts'
import { inFlightTransactions, quoteStatuses } from '../../core/states.ts'

export type KnownPermit = PermitInput & { status: StatusOf['permit']; reason: string | null }

export async function findPermit(pool: Pool, id: string): Promise<KnownPermit | null> {
  const { rows } = await pool.query<{ status: KnownPermit['status']; context: KnownPermit }>({
    name: 'chain-permit',
    text: `select status, snapshot->'context' as context from permit where id = $1`,
    values: [id],
  })
  return rows[0] ? { ...rows[0].context, status: rows[0].status } : null
}

/**
 * Whether another permit of the payer for the same token is on its way: sent, or about to be. A token
 * counts one nonce for all permits of a payer, so that two at once may be the same one.
 */
export async function isOtherUnderWay(
  pool: Pool,
  { id, blockchain, payer, token }: KnownPermit,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'permit-under-way',
    text: `with others as (
        select id, status from permit where blockchain = $1 and payer = $2 and token = $3 and id <> $4)
      select 1 from others where status = 'Sent'
      union all
      select 1 from others join outbox o on o.channel = 'actor' and o.name = 'transaction.create'
        and o.payload->'input'->>'purpose' = 'permit'
        and o.payload->'input'->'items'->0->>'id' = others.id
      union all
      select 1 from others join transaction t on t.blockchain = $1 and t.purpose = 'permit'
        and t.status in (${quoteStatuses(inFlightTransactions)})
        and t.snapshot->'context'->'items'->0->>'id' = others.id
      limit 1`,
    values: [blockchain, payer, token, id],
  })
  return rowCount !== 0
}
