/** Receivers: the address of a merchant on each chain to which new subscriptions and payments pay. */
import type { Address } from 'viem'
import type { ClientBase, Pool } from 'pg'
import { newId } from '../../shared/ids.ts'
import { runInOneCommit } from '../commit.ts'
import { tellReceiverChanged } from '../mails/tell.ts'
import { Receiver } from '../tables/merchants.ts'
import { ReceiverChange } from '../tables/people.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Origin } from '../people/account-changes.ts'
import type { WithMails } from '../parts.ts'

export type ChainReceiver = { blockchain: string; address: Address }

/** What no person did. */
export const theService: Origin = { by: 'the service', from: null }

export async function listReceivers(
  { database }: Pick<WithMails, 'database'>,
  owner: Owner,
): Promise<ChainReceiver[]> {
  const receivers = await database.orm.em.fork().find(Receiver, { ...owner })
  return receivers.map(({ blockchain, address }) => ({ blockchain, address: address as Address }))
}

/** Returns the receiver on a chain, or null where none is set. */
export async function findReceiver(
  { database }: Pick<WithMails, 'database'>,
  owner: Owner,
  blockchain: string,
): Promise<Address | null> {
  const receiver = await database.orm.em.fork().findOne(Receiver, { ...owner, blockchain })
  return (receiver?.address as Address | undefined) ?? null
}

/** Whether the merchant has this receiver on the chain, or had it once. */
export async function isOwnReceiver(
  pool: Pool,
  { merchantId, network }: Owner,
  { blockchain, address }: ChainReceiver,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from receiver where merchant_id = $1 and network = $2 and blockchain = $3 and address = $4
     union all
     select from receiver_change
       where merchant_id = $1 and network = $2 and blockchain = $3 and address = $4
     limit 1`,
    [merchantId, network, blockchain, address],
  )
  return rowCount === 1
}

/** Lists the receivers on a chain, those of now and of before, each with whose it is. */
export async function listReceiversEver(
  pool: Pool,
  blockchain: string,
): Promise<(Owner & { address: Address })[]> {
  const { rows } = await pool.query<Owner & { address: Address }>(
    `select merchant_id as "merchantId", network, address from receiver where blockchain = $1
     union
     select merchant_id, network, address from receiver_change where blockchain = $1`,
    [blockchain],
  )
  return rows
}

/**
 * Sets the receiver of new subscriptions and payments; those that exist keep theirs for ever. A change, its
 * entry in the history and the mails about it are one commit.
 */
export async function setReceiver(
  { database, clock, mails }: WithMails,
  owner: Owner,
  receiver: ChainReceiver,
  origin: Origin = theService,
): Promise<void> {
  const at = clock.now()
  await runInOneCommit(database.pool, (client) =>
    changeReceiver(client, { mails }, owner, { ...receiver, ...origin, at }),
  )
}

/** Sets the receiver like `setReceiver`, in the commit of the cause. */
export async function changeReceiver(
  client: ClientBase,
  told: Pick<WithMails, 'mails'>,
  owner: Owner,
  { at, by, from, ...receiver }: ChainReceiver & Origin & { at: Date },
): Promise<void> {
  const changeId = newId(at)
  const change = await writeReceiver(client, owner, receiver, { id: changeId, at, by, from })
  if (change) await tellReceiverChanged(client, told, owner, { changeId, ...change })
}

/** Returns what was changed, or null where it is the address of before. */
async function writeReceiver(
  client: ClientBase,
  { merchantId, network }: Owner,
  { blockchain, address }: ChainReceiver,
  { id, at, by, from }: Origin & { id: string; at: Date },
) {
  const { rows } = await client.query<{ previous: string | null }>(
    `with before as (select address from receiver
         where merchant_id = $1 and network = $2 and blockchain = $3 for update),
       written as (insert into receiver (merchant_id, network, blockchain, address)
         values ($1, $2, $3, $4)
         on conflict (merchant_id, network, blockchain) do update set address = excluded.address)
     insert into receiver_change (id, merchant_id, network, blockchain, previous, address,
       changed_by, changed_from, at)
     select $5, $1, $2, $3, (select address from before), $4, $6, $7, $8
     where (select address from before) is distinct from $4 returning previous`,
    [merchantId, network, blockchain, address, id, by, from, at],
  )
  const [change] = rows
  const when = { at: at.toISOString(), effectiveAt: null }
  return change && { blockchain, previous: change.previous, address, by, from, ...when }
}

export type ChangeOfReceiver = ChainReceiver & Origin & { previous: Address | null; at: Date }

/** Lists the changes of an owner's receivers, the newest first. */
export async function listReceiverChanges(
  { database }: Pick<WithMails, 'database'>,
  { merchantId, network }: Owner,
  page: { limit: number; offset: number },
): Promise<ChangeOfReceiver[]> {
  const changes = await database.orm.em
    .fork()
    .find(ReceiverChange, { merchantId, network }, { orderBy: { at: 'desc', id: 'desc' }, ...page })
  return changes.map(({ blockchain, previous, address, changedBy, changedFrom, at }) => ({
    blockchain,
    previous: (previous as Address | null | undefined) ?? null,
    address: address as Address,
    by: changedBy,
    from: changedFrom ?? null,
    at,
  }))
}
