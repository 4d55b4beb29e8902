/**
 * Gives out nonces, in one lane for each wallet on each chain. A nonce is taken under the lane's row
 * lock in the commit that stores the signed bytes, so no nonce is given twice and none is left out.
 */
import type { Pool, PoolClient } from 'pg'
import type { NonceCounts } from './nonce-counts.ts'

export type LaneKey = { blockchain: string; wallet: string }

/** A nonce that was taken. */
export type TakenNonces = {
  nonce: number
  /** Nonces before it that the lane passed over, because signed bytes with them may still be mined. */
  guarded: number[]
  /** The lane's own next nonce, if the lane had to jump ahead of it: the wallet was used elsewhere. */
  jumpedFrom: number | null
}

/** Finds the next nonce of a lane; `null` where the lane has not begun. */
export async function findNextNonce(
  connection: Pool | PoolClient,
  { blockchain, wallet }: LaneKey,
): Promise<number | null> {
  const { rows } = await connection.query<{ next: number }>({
    name: 'chain-next-nonce',
    text: 'select next_nonce as next from nonce_lane where blockchain = $1 and wallet = $2',
    values: [blockchain, wallet],
  })
  return rows[0]?.next ?? null
}

/** Locks a lane until the caller's commit; one that has not begun begins at `start`. */
export async function lockLane(
  client: PoolClient,
  { blockchain, wallet }: LaneKey,
  start: number,
): Promise<number> {
  await client.query({
    name: 'chain-begin-lane',
    text: `insert into nonce_lane (blockchain, wallet, next_nonce) values ($1, $2, $3)
      on conflict (blockchain, wallet) do nothing`,
    values: [blockchain, wallet, start],
  })
  const { rows } = await client.query<{ next: number }>({
    name: 'chain-lock-lane',
    text: `select next_nonce as next from nonce_lane where blockchain = $1 and wallet = $2 for update`,
    values: [blockchain, wallet],
  })
  return rows[0]!.next
}

/** Sets the nonce that a lane, locked before, gives out next. */
export async function setNextNonce(
  client: PoolClient,
  { blockchain, wallet }: LaneKey,
  next: number,
): Promise<void> {
  await client.query({
    name: 'chain-set-next-nonce',
    text: 'update nonce_lane set next_nonce = $3 where blockchain = $1 and wallet = $2',
    values: [blockchain, wallet, next],
  })
}

/**
 * Takes the lane's next nonce, and locks the lane until the caller's commit. A new lane begins behind
 * what the nodes hold; one that exists goes on by its own count, and further ahead only where all nodes
 * have mined more than that.
 */
export async function takeNonce(
  client: PoolClient,
  lane: LaneKey,
  { mined, pending }: Pick<NonceCounts, 'mined' | 'pending'>,
): Promise<TakenNonces> {
  const stored = await lockLane(client, lane, pending)
  let nonce = Math.max(stored, mined)
  const guarded: number[] = []
  for (const moved of await findMovedNonces(client, lane, nonce)) {
    if (moved !== nonce) break
    guarded.push(moved)
    nonce++
  }
  await setNextNonce(client, lane, nonce + 1)
  return { nonce, guarded, jumpedFrom: mined > stored ? stored : null }
}

/** Finds the nonces from `firstNonce` on whose bytes belong to transactions that have got other nonces since. */
async function findMovedNonces(
  client: PoolClient,
  { blockchain, wallet }: LaneKey,
  firstNonce: number,
): Promise<number[]> {
  const { rows } = await client.query<{ nonce: number }>({
    name: 'chain-moved-nonces',
    text: `select nonce from signed_transaction
      where blockchain = $1 and wallet = $2 and nonce >= $3
      group by nonce having bool_or(set_aside = 'Moved') and bool_and(set_aside is not null)
      order by nonce`,
    values: [blockchain, wallet, firstNonce],
  })
  return rows.map(({ nonce }) => nonce)
}
