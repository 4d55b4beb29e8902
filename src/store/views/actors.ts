/** Reads actors for people: one, or a page of many, always within one merchant and network. */
import type { EntityClass, FilterQuery } from '@mikro-orm/core'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
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
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'

export type ActorPage<K extends ActorKind> = { actors: StoredActor<K>[]; total: number }

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
export type ActorFilter<K extends ActorKind> = FilterQuery<Rows[K]>

const tables: { [K in ActorKind]: EntityClass<Rows[K]> } = {
  plan: Plan,
  subscription: Subscription,
  charge: Charge,
  payment: Payment,
  transaction: Transaction,
  delivery: Delivery,
  verification: Verification,
}

/** A verification has no more columns than every actor table has, so all can be asked like it. */
const tableOf = (kind: ActorKind) =>
  tables[kind] as EntityClass<unknown> as EntityClass<Verification>

/** Returns the actor, or null where there is none or it is somebody else's. */
export async function findActor<K extends ActorKind>(
  { orm }: Database,
  kind: K,
  id: string,
  owner: Owner,
): Promise<StoredActor<K> | null> {
  const row = await orm.em.fork().findOne(tableOf(kind), { id, ...owner })
  return row && toStoredActor(kind, row as ActorRow as ActorRow<K>)
}

/** Returns a page of the owner's actors that match, the newest first, and how many match. */
export async function listActors<K extends ActorKind>(
  { orm }: Database,
  kind: K,
  owner: Owner,
  filter: ActorFilter<K>,
  page: Page,
): Promise<ActorPage<K>> {
  const where = { $and: [owner, filter] } as FilterQuery<Verification>
  const newestFirst = { createdAt: 'desc', id: 'desc' } as const
  const [rows, total] = await orm.em
    .fork()
    .findAndCount(tableOf(kind), where, { orderBy: newestFirst, ...page })
  return { actors: rows.map((row) => toStoredActor(kind, row as ActorRow as ActorRow<K>)), total }
}
