/** Many subscriptions and payments, copied by SQL from one that turns have made. */
import type { World } from './world.ts'

/** Copies a subscription for as many contracts; what differs besides is put over its context. */
export async function copySubscription(
  { database }: World,
  contractAddress: string,
  count: number,
  context: object = {},
): Promise<void> {
  const address = `'0x5' || lpad(to_hex(n), 39, '0')`
  await database.pool.query(
    `insert into subscription (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     select ${address}, merchant_id, network, status, phase, revision, machine_version,
       jsonb_set(snapshot, '{context}', snapshot->'context' || $3::jsonb
         || jsonb_build_object('contractAddress', ${address})),
       created_at - interval '1 day', updated_at
     from subscription cross join generate_series(1, $2::int) n where id = $1`,
    [contractAddress, count, JSON.stringify(context)],
  )
}

/** Copies a payment for as many deposit addresses, which are watched as it is. */
export async function copyPayment({ database }: World, id: string, count: number): Promise<void> {
  const copyId = `'p' || lpad(n::text, 21, '0')`
  const address = `'0xd' || lpad(to_hex(n), 39, '0')`
  await database.pool.query(
    `insert into payment (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     select ${copyId}, merchant_id, network, status, phase, revision, machine_version,
       jsonb_set(snapshot, '{context}', snapshot->'context'
         || jsonb_build_object('id', ${copyId}, 'depositAddress', ${address})),
       created_at - n * interval '1 minute', updated_at
     from payment cross join generate_series(1, $2::int) n where id = $1`,
    [id, count],
  )
  await database.pool.query(
    `insert into deposit_watch (payment_id, blockchain, deposit_address, created_at, known_at, check_at)
     select p.id, p.blockchain, p.deposit_address, p.created_at, w.known_at, w.check_at
     from payment p cross join deposit_watch w where w.payment_id = $1
     on conflict do nothing`,
    [id],
  )
}
