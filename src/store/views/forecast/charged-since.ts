/** Sums what was charged after a wallet was seen: it is no longer there, whatever was seen. */
import type { Pool } from 'pg'
import type { Owner } from '../../../shared/owner.ts'
import { numbered } from '../query-parameters.ts'
import { isSeen, type ChargedSince } from './judged.ts'
import { isOwned, type ForecastGround } from './planned.ts'

/** Reads it of all wallets of the ground. Few were charged since: contracts are asked after each charge. */
export async function readChargedSince(
  pool: Pool,
  owner: Owner,
  ground: ForecastGround,
): Promise<ChargedSince> {
  const { values, value } = numbered()
  const ownedBy = isOwned(owner, ground, value)
  const oldest = `(select min(block_number) from payer_funds seen
    where seen.blockchain = g.blockchain and ${isSeen('seen')})`
  const { rows } = await pool.query<{ wallet: string; taken: string }>(
    `select s.wallet, sum(s.amount)::text as taken
    from unnest(${value(ground.gas.map(({ blockchain }) => blockchain))}::text[]) as g (blockchain)
    join chain_log l on l.blockchain = g.blockchain and l.status in ('Seen', 'Credited')
      and l.event = 'Charged' ${ground.payers ? '' : `and l.block_number > ${oldest}`}
    join subscription s on s.id = l.contract_address and s.blockchain = l.blockchain
    join payer_funds f on f.wallet = s.wallet
    where ${ownedBy} and l.block_number > f.block_number group by 1`,
    values,
  )
  return new Map(rows.map(({ wallet, taken }) => [wallet, taken]))
}
