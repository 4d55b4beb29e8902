/** Whose turn it is to be looked at beyond its logs, and who is not read with every block any more. */
import type { Pool, PoolClient } from 'pg'
import type { ConnectedChain } from '../clients.ts'
import type { Watched } from './watch-list.ts'

/** `readUpTo`: null while its logs are read with every block. */
export type DueLook = Watched & { readUpTo: number | null }
/** A look that was made; `isDone` when all blocks up to the cursor are read by now. */
export type Looked = { paymentId: string; readUpTo: number | null; isDone: boolean }

/** After this long an address is only looked at now and then. */
const liveDaysMax = 90
/** Each 500 cost a request for every block, or few blocks. */
const liveAddressesMax = 10_000
const openLookMinutes = 10
const endedLookMinutes = 60

export async function findDueLooks(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<DueLook[]> {
  const { rows } = await pool.query<Watched & { readUpTo: string | null }>({
    name: 'deposits-due-looks',
    text: `select payment_id as "paymentId", deposit_address as "depositAddress",
        read_up_to as "readUpTo"
      from deposit_watch where blockchain = $1 and look_at <= now() order by look_at limit $2`,
    values: [blockchain, limit],
  })
  return rows.map((row) => ({
    ...row,
    readUpTo: row.readUpTo === null ? null : Number(row.readUpTo),
  }))
}

/** Remembers looks, and when the next one is due: at once where blocks are left to be read. */
export async function noteLooks(client: PoolClient, looks: Looked[]): Promise<void> {
  await client.query({
    name: 'deposits-note-looks',
    text: `update deposit_watch w set read_up_to = t.read_up_to, look_at = now() + case
        when not t.is_done then interval '0'
        when p.status in ('Created', 'InProgress') then $4 * interval '1 minute'
        else $5 * interval '1 minute' end
      from unnest($1::text[], $2::bigint[], $3::boolean[]) as t(payment_id, read_up_to, is_done)
      join payment p on p.id = t.payment_id
      where w.payment_id = t.payment_id`,
    values: [
      looks.map(({ paymentId }) => paymentId),
      looks.map(({ readUpTo }) => readUpTo),
      looks.map(({ isDone }) => isDone),
      openLookMinutes,
      endedLookMinutes,
    ],
  })
}

/**
 * Takes those out of the live ones that ended long ago by the chain's time, and the longest ended
 * where there are too many. `readUpTo` is the cursor's block: so far their logs were read. Only on a
 * local chain, whose clock can be moved, may a block be of the future: elsewhere a node made that up.
 */
export async function retire(
  client: PoolClient,
  { name, embedded }: Pick<ConnectedChain, 'name' | 'embedded'>,
  readUpTo: number,
): Promise<void> {
  await client.query({
    name: 'deposits-retire',
    text: `with ended as (
        select w.payment_id, p.expires_at::timestamptz as ended_at,
          row_number() over (order by p.expires_at desc) as place
        from deposit_watch w join payment p on p.id = w.payment_id
        where w.blockchain = $1 and w.read_up_to is null
          and p.status not in ('Created', 'InProgress'))
      update deposit_watch w set read_up_to = $2 from ended, chain_cursor c
      where w.payment_id = ended.payment_id and c.blockchain = $1
        and (place > $4 or ended_at < $3 * interval '-1 day'
          + case when $5 then c.block_time else least(c.block_time, now()) end)`,
    values: [name, readUpTo, liveDaysMax, liveAddressesMax, embedded],
  })
}
