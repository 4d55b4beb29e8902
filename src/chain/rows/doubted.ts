/** Stored logs that nodes were asked about and have not agreed on: whom they are about. */
import type { PoolClient } from 'pg'

const isDoubted = (undecided: string) => `blockchain = $1 and asked_at is not null
  and (status in (${undecided}) and not agreed or status = 'Retracting' and agreed)`

/** Finds the payments and subscriptions with logs that wait for an agreement: to be credited, or to be taken back. */
export async function findDoubted(
  client: PoolClient,
  blockchain: string,
  entityIds: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'doubted',
    text: `select contract_address as id from chain_log
        where contract_address = any($2) and ${isDoubted(`'Seen'`)}
      union select payment_id from deposit_log
        where payment_id = any($2) and ${isDoubted(`'Seen', 'Reported'`)}`,
    values: [blockchain, entityIds],
  })
  return new Set(rows.map(({ id }) => id))
}
