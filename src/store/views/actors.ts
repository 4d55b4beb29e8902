/** Reads actors for people: one, or a page of many, always within one merchant and network. */
import type { EntityClass, FilterQuery } from '@mikro-orm/core'
import type { Kind, StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import {
  Charge,
  Delivery,
  Payment,
  Plan,
  Subscription,
  Transaction,
  Verification,
} from '../tables/actors.ts'
import { type Owner, type Page, toStoredActor } from './stored-actor.ts'

export type ActorPage = { actors: StoredActor[]; total: number }

type Rows = {
  plan: Plan
  subscription: Subscription
  charge: Charge
  payment: Payment
  transaction: Transaction
  delivery: Delivery
  verification: Verification
}
/** What may be asked of a kind's rows, beyond whose they are. */
export type ActorFilter<K extends Kind> = FilterQuery<Rows[K]>

/** A verification has no more columns than every actor table has. */
type ActorRow = Verification

const tables: Record<Kind, EntityClass<ActorRow>> = {
  plan: Plan,
  subscription: Subscription,
  charge: Charge,
  payment: Payment,
  transaction: Transaction,
  delivery: Delivery,
  verification: Verification,
}

/** Returns the actor, or null where there is none or it is somebody else's. */
export async function findActor(
  { orm }: Database,
  kind: Kind,
  id: string,
  owner: Owner,
): Promise<StoredActor | null> {
  const row = await orm.em.fork().findOne(tables[kind], { id, ...owner })
  return row && toStoredActor(kind, row)
}

/** Returns a page of the owner's actors that match, the newest first, and how many match. */
export async function listActors<K extends Kind>(
  { orm }: Database,
  kind: K,
  owner: Owner,
  filter: ActorFilter<K>,
  page: Page,
): Promise<ActorPage> {
  const where = { $and: [owner, filter] } as FilterQuery<ActorRow>
  const newestFirst = { createdAt: 'desc', id: 'desc' } as const
  const [rows, total] = await orm.em
    .fork()
    .findAndCount(tables[kind], where, { orderBy: newestFirst, ...page })
  return { actors: rows.map((row) => toStoredActor(kind, row)), total }
}
