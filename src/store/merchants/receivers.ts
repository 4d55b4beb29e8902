/** Where a merchant's money goes on each chain: the address that new subscriptions pay to. */
import type { Address } from 'viem'
import { Receiver } from '../tables/merchants.ts'
import type { Owner } from '../views/stored-actor.ts'
import type { MerchantRoom } from './merchants.ts'

type Room = Pick<MerchantRoom, 'database'>
export type ChainReceiver = { blockchain: string; address: Address }

export async function listReceivers({ database }: Room, owner: Owner): Promise<ChainReceiver[]> {
  const receivers = await database.orm.em.fork().find(Receiver, { ...owner })
  return receivers.map(({ blockchain, address }) => ({ blockchain, address: address as Address }))
}

/** Returns the receiver on a chain, or null where none is set. */
export async function findReceiver(
  { database }: Room,
  owner: Owner,
  blockchain: string,
): Promise<Address | null> {
  const receiver = await database.orm.em.fork().findOne(Receiver, { ...owner, blockchain })
  return (receiver?.address as Address | undefined) ?? null
}

/** Sets the receiver for subscriptions made from now on: those that exist keep theirs for ever. */
export async function setReceiver(
  { database }: Room,
  owner: Owner,
  { blockchain, address }: ChainReceiver,
): Promise<void> {
  await database.orm.em.fork().upsert(Receiver, { ...owner, blockchain, address })
}
