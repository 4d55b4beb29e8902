/** Reads actors: one, or a page of many, always within one merchant and network. */
import type { EntityClass, FilterQuery } from '@mikro-orm/core'
import type { StatusOf } from '../../../machines/actors.ts'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import {
  Charge,
  Customer,
  Delivery,
  Destination,
  GasWalletLevel,
  Payment,
  Plan,
  Subscription,
  Transaction,
  Verification,
} from '../tables/actors.ts'
import { Permit } from '../tables/permits.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import { readActor } from '../gathered/one-actor.ts'

type Rows = {
  plan: Plan
  subscription: Subscription
  charge: Charge
  payment: Payment
  transaction: Transaction
  delivery: Delivery
  customer: Customer
  destination: Destination
  verification: Verification
  gasWallet: GasWalletLevel
  permit: Permit
}

/** The columns by which a kind may be filtered, beside its status. */
type Columns = {
  plan: never
  subscription: 'customerId' | 'planId' | 'payer' | 'metadataHash'
  charge: 'customerId' | 'contractAddress'
  payment: never
  transaction: never
  delivery: 'eventType' | 'eventId' | 'resourceId'
  destination: 'endpointId' | 'apiKey'
  customer: 'customerId'
  verification: never
  gasWallet: never
  permit: 'contractAddress'
}
/** A column that is left out, or an empty list, filters nothing. */
export type ActorFilter<K extends ActorKind> = {
  statusIn?: readonly StatusOf[K][]
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
} & {
  [Column in Columns[K]]?: string | undefined
}

const tables: { [K in ActorKind]: EntityClass<Rows[K]> } = {
  plan: Plan,
  subscription: Subscription,
  charge: Charge,
  payment: Payment,
  transaction: Transaction,
  delivery: Delivery,
  customer: Customer,
  destination: Destination,
  verification: Verification,
  gasWallet: GasWalletLevel,
  permit: Permit,
}

/** A verification has no more columns than every actor table has, so all can be asked like it. */
const tableOf = (kind: ActorKind) =>
  tables[kind] as EntityClass<unknown> as EntityClass<Verification>

/** Returns the actor, or null where there is none or it belongs to another owner. */
export async function findActor<K extends ActorKind>(
  { pool }: Pick<Database, 'pool'>,
  kind: K,
  id: string,
  { merchantId, network }: Owner,
): Promise<StoredActor<K> | null> {
  return readActor(pool, kind, { id, merchantId, network })
}

/** Lists a page of the owner's actors that match, the newest first. */
export async function listActors<K extends ActorKind>(
  { orm }: Database,
  kind: K,
  owner: Owner,
  filter: ActorFilter<K>,
  page: Page,
): Promise<StoredActor<K>[]> {
  const orderBy = { createdAt: 'desc', id: 'desc' } as const
  const rows = await orm.em
    .fork()
    .find(tableOf(kind), toConditions(owner, filter), { orderBy, ...page })
  return rows.map((row) => toStoredActor(kind, row as ActorRow as ActorRow<K>))
}

/** Counts the owner's actors that match. */
export async function countActors<K extends ActorKind>(
  { orm }: Database,
  kind: K,
  owner: Owner,
  filter: ActorFilter<K>,
): Promise<number> {
  return orm.em.fork().count(tableOf(kind), toConditions(owner, filter))
}

function toConditions<K extends ActorKind>(
  owner: Owner,
  { statusIn = [], createdFrom, createdTo, ...columns }: ActorFilter<K>,
): FilterQuery<Verification> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  const createdAt = {
    ...(createdFrom && { $gte: createdFrom }),
    ...(createdTo && { $lt: createdTo }),
  }
  const conditions = {
    ...owner,
    ...((createdFrom || createdTo) && { createdAt }),
    ...Object.fromEntries(given),
    ...(statusIn.length > 0 && { status: { $in: [...statusIn] } }),
  }
  return conditions as FilterQuery<Verification>
}
