/**
 * Nonces, one lane for each wallet on each chain. A nonce is taken under the lane's row lock in
 * the commit that stores the signed bytes, so no nonce is given twice and none is left out.
 */
import type { PoolClient } from 'pg'

/**
 * Takes the lane's next nonce and keeps the lane locked until the caller's commit.
 *
 * @param pendingNonce what the chain would give next: where a new lane begins, and where one goes
 *   on when the wallet was used elsewhere
 */
export async function takeNonce(
  client: PoolClient,
  { blockchain, wallet }: { blockchain: string; wallet: string },
  pendingNonce: number,
): Promise<number> {
  const { rows } = await client.query<{ nonce: number }>({
    name: 'chain-take-nonce',
    text: `insert into nonce_lane (blockchain, wallet, next_nonce) values ($1, $2, $3 + 1)
      on conflict (blockchain, wallet)
      do update set next_nonce = greatest(nonce_lane.next_nonce, $3) + 1
      returning next_nonce - 1 as nonce`,
    values: [blockchain, wallet, pendingNonce],
  })
  return rows[0]!.nonce
}
