/**
 * Sends again what was signed and is not mined: nodes lose their pools, drop what a reorganisation
 * took out, or were away. The bytes are always the stored ones, lowest nonce first, so a gap in a
 * lane closes by itself.
 */
import type { Address, Client } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { broadcast } from './clients.ts'
import { findUnmined } from './signed-transactions.ts'
import type { WatchRoom } from './watch-room.ts'

const resentMax = 16

/** Resends, for each wallet that signed something within a day, the first unmined transactions. */
export async function rebroadcastUnmined(
  { database, chain }: WatchRoom,
  node: Client,
): Promise<void> {
  const { rows } = await database.pool.query<{ wallet: Address; nextNonce: number }>(
    `select l.wallet, l.next_nonce as "nextNonce" from nonce_lane l
     cross join lateral (select signed_at from signed_transaction s
       where s.blockchain = l.blockchain and s.wallet = l.wallet order by nonce desc limit 1) as last
     where l.blockchain = $1 and last.signed_at > now() - interval '1 day'`,
    [chain.name],
  )
  for (const { wallet, nextNonce } of rows) {
    const mined = await getTransactionCount(node, { address: wallet, blockTag: 'latest' })
    if (mined >= nextNonce) continue
    const unmined = await findUnmined(database.pool, { blockchain: chain.name, wallet }, mined)
    for (const { raw } of unmined.slice(0, resentMax)) await broadcast(chain.nodes, raw)
  }
}
