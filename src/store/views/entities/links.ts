/**
 * Lists what belongs to an actor: a subscription's plan, customer, charges, transactions and deliveries, and so on. The
 * newest of many, with their number.
 */
import type { Owner } from '../../../shared/owner.ts'
import { customerActorId } from '../../../shared/customer-actor-id.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { type ActorFilter, countActors, findActor, listActors } from '../actors.ts'
import { findTransactionIds } from './journal.ts'

/** Actors of one relation that are shown; the list of that kind shows the others. */
const perRelationMax = 20

export const relations = [
  'plan',
  'customer',
  'subscription',
  'replaces',
  'replacedBy',
  'charge',
  'transaction',
  'permit',
  'delivery',
  'destination',
  'subject',
  'item',
  'gasWallet',
] as const
type Relation = (typeof relations)[number]

export type Links = { relation: Relation; actors: StoredActor[]; total: number }

/** Finds everything that belongs to the actor, by relation; a relation without anybody is left out. */
export async function findLinks(database: Database, actor: StoredActor): Promise<Links[]> {
  const links = await Promise.all(new Finder(database, actor).findAll(actor))
  return links.filter(({ actors }) => actors.length > 0)
}

class Finder {
  readonly #database: Database
  readonly #owner: Owner

  constructor(database: Database, { merchantId, network }: Owner) {
    this.#database = database
    this.#owner = { merchantId, network }
  }

  findAll(actor: StoredActor): Promise<Links>[] {
    switch (actor.kind) {
      case 'subscription':
        return this.#ofSubscription(actor)
      case 'charge':
        return this.#ofCharge(actor)
      case 'payment':
        return [this.#transactionsOf(actor), this.#deliveriesOf(actor)]
      case 'plan':
        return [
          this.#many('subscription', 'subscription', { planId: actor.id }),
          this.#deliveriesOf(actor),
        ]
      case 'customer': {
        const { customerId } = actor.snapshot.context
        return [
          this.#many('subscription', 'subscription', { customerId }),
          this.#deliveriesOf(actor),
        ]
      }
      case 'delivery':
        return this.#ofDelivery(actor)
      case 'transaction':
        return this.#ofTransaction(actor)
      case 'permit':
        return [
          this.#one('subscription', 'subscription', actor.snapshot.context.contractAddress),
          this.#transactionsOf(actor),
        ]
      case 'gasWallet':
        return [this.#deliveriesOf(actor)]
      case 'destination':
      case 'verification':
        return []
    }
  }

  #ofSubscription(actor: StoredActor<'subscription'>): Promise<Links>[] {
    const { planId, customerId, contractAddress, replaces, successor } = actor.snapshot.context
    return [
      this.#one('plan', 'plan', planId),
      this.#one('customer', 'customer', customerActorId(this.#owner, customerId)),
      this.#one('replaces', 'subscription', replaces?.contractAddress ?? null),
      this.#one('replacedBy', 'subscription', successor),
      this.#many('charge', 'charge', { contractAddress }),
      this.#transactionsOf(actor),
      this.#many('permit', 'permit', { contractAddress }),
      this.#deliveriesOf(actor),
    ]
  }

  #ofCharge(actor: StoredActor<'charge'>): Promise<Links>[] {
    const { contractAddress, customerId } = actor.snapshot.context
    return [
      this.#one('subscription', 'subscription', contractAddress),
      this.#one('customer', 'customer', customerActorId(this.#owner, customerId)),
      this.#transactionsOf(actor),
      this.#deliveriesOf(actor),
    ]
  }

  #ofDelivery(actor: StoredActor<'delivery'>): Promise<Links>[] {
    const { lane, endpointId, apiKey } = actor.snapshot.context
    const [kind, id] = lane.split('/')
    const subject = actorKinds.find((candidate) => candidate === kind)
    return [
      subject && id ? this.#one('subject', subject, id) : none('subject'),
      this.#many('destination', 'destination', { endpointId, apiKey }),
    ]
  }

  #ofTransaction(actor: StoredActor<'transaction'>): Promise<Links>[] {
    const { items, wallet } = actor.snapshot.context
    const shown = items.slice(0, perRelationMax)
    const found = shown.map(({ kind, id }) =>
      findActor<ActorKind>(this.#database, kind, id, this.#owner),
    )
    return [
      Promise.all(found).then((actors) => ({
        relation: 'item',
        actors: actors.filter((item) => item !== null),
        total: items.length,
      })),
      this.#one('gasWallet', 'gasWallet', wallet),
    ]
  }

  /** All that carried it, also in vain, and those of ours by which something happened to it on the chain. */
  async #transactionsOf(actor: StoredActor): Promise<Links> {
    const { ids, total } = await findTransactionIds(this.#database, actor, perRelationMax)
    const found = ids.map((id) => findActor(this.#database, 'transaction', id, this.#owner))
    const actors = (await Promise.all(found)).filter((transaction) => transaction !== null)
    return { relation: 'transaction', actors, total: total - ids.length + actors.length }
  }

  #deliveriesOf({ id }: StoredActor): Promise<Links> {
    return this.#many('delivery', 'delivery', { resourceId: id })
  }

  async #one(relation: Relation, kind: ActorKind, id: string | null): Promise<Links> {
    const found = id === null ? null : await findActor(this.#database, kind, id, this.#owner)
    return { relation, actors: found ? [found] : [], total: found ? 1 : 0 }
  }

  async #many<K extends ActorKind>(
    relation: Relation,
    kind: K,
    filter: ActorFilter<K>,
  ): Promise<Links> {
    const page = { limit: perRelationMax, offset: 0 }
    const actors = await listActors(this.#database, kind, this.#owner, filter, page)
    const isAll = actors.length < perRelationMax
    const total = isAll
      ? actors.length
      : await countActors(this.#database, kind, this.#owner, filter)
    return { relation, actors: actors as StoredActor[], total }
  }
}

const none = async (relation: Relation): Promise<Links> => ({ relation, actors: [], total: 0 })
