import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Delivery } from '../tables/actors.ts'
import { MerchantEvent } from '../tables/events.ts'
import type { Owner } from '../../shared/owner.ts'
import { toStoredActor } from '../actor-row.ts'

export type LoggedEvent = Pick<MerchantEvent, 'logNumber' | 'eventId' | 'body'>

/** Reads the owner's gapless event log after log number `after`, in order. */
export async function listEvents(
  { orm }: Database,
  owner: Owner,
  { after, limit }: { after: number; limit: number },
): Promise<LoggedEvent[]> {
  return orm.em
    .fork()
    .find(
      MerchantEvent,
      { ...owner, logNumber: { $gt: after } },
      { orderBy: { logNumber: 'asc' }, limit },
    )
}

export async function findEvent(
  { orm }: Database,
  owner: Owner,
  eventId: string,
): Promise<LoggedEvent | null> {
  return orm.em.fork().findOne(MerchantEvent, { ...owner, eventId })
}

/** Lists the deliveries of one event: one for each key it was sent under. */
export async function listDeliveriesOfEvent(
  { orm }: Database,
  owner: Owner,
  eventId: string,
): Promise<StoredActor<'delivery'>[]> {
  const found = await orm.em
    .fork()
    .find(Delivery, { ...owner, eventId }, { orderBy: { id: 'asc' } })
  return found.map((delivery) => toStoredActor('delivery', delivery))
}
