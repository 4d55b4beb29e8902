/**
 * The worker's cache of actors. Nothing depends on its being fresh: a write is guarded by the
 * revision, and an answer that writes nothing is given only on a fresh read.
 *
 * Alone, a worker reads an actor once. Beside others it asks before each batch which of its actors
 * they have moved: a lost race costs as much as two turns.
 */
import type { StoredActor } from '../shared/stored-actor.ts'
import type { Database } from '../store/database.ts'
import { loadActors } from '../store/engine/turn-store.ts'
import { type ActorDefinitions, actorDefinitions } from '../core/turn/actor-definitions.ts'
import { restoreActor } from './restore-actor.ts'
import type { LiveActor } from '../core/turn/turn.ts'
import { commitUpgrades } from './upgrading/commit-upgrades.ts'
import { findPlace } from './upgrading/find-place.ts'
import { elapsedMs } from '../shared/time.ts'
import type { ActorKey } from '../core/turn/turn-rows.ts'
import { keyOf } from '../core/turn/turn-rows.ts'

const actorsMax = 10_000
/** Faults that are held, which a rollout of many days would pile up: more than the actors of all batches under way. */
const brokenMax = 2_000
/**
 * So long after a lost race the worker believes that there are others. Beside them half of what it holds was moved: without
 * asking first a turn of a plan took 93 µs of the processors with two workers, 125 with four and 55 alone.
 */
const besideOthersMs = 10_000

export class LiveActors {
  readonly #database: Database
  readonly #definitions: ActorDefinitions
  #actors = new Map<string, LiveActor>()
  #broken = new Map<string, unknown>()
  #aloneFrom = -Infinity

  constructor(database: Database, definitions = actorDefinitions) {
    this.#database = database
    this.#definitions = definitions
  }

  /** Returns the actor as last read or written; throws the fault of a row that could not be restored. */
  get(key: string): LiveActor | undefined {
    if (this.#broken.has(key)) throw this.#broken.get(key)
    return this.#actors.get(key)
  }

  hold(live: LiveActor): void {
    const key = keyOf(live.actor)
    this.#actors.delete(key)
    this.#actors.set(key, live)
    if (this.#actors.size > actorsMax) this.#actors.delete(this.#actors.keys().next().value!)
  }

  drop(key: string): void {
    this.#actors.delete(key)
  }

  /** Another worker has moved an actor that is held here. */
  noticeOthers(): void {
    this.#aloneFrom = elapsedMs() + besideOthersMs
  }

  /**
   * Reads the actors that are not held yet, and beside other workers those that they have moved; returns the keys of
   * all that are now as they are stored. What a process of an earlier release has stored
   * since this one runs is brought to this version first, at the moment `now`.
   */
  async fetch(keys: ActorKey[], now: Date): Promise<Set<string>> {
    const isAlone = elapsedMs() >= this.#aloneFrom
    const doubtful = isAlone ? keys.filter((key) => !this.#actors.has(keyOf(key))) : keys
    // Held on to here: they may be let go of while Postgres is asked.
    const held = new Map(doubtful.map((key) => [keyOf(key), this.#actors.get(keyOf(key))]))
    const { moved, unmoved } = await loadActors(
      this.#database,
      doubtful.map((key) => ({ ...key, heldRevision: held.get(keyOf(key))?.actor.revision })),
    )
    const upgrading = { database: this.#database, definitions: this.#definitions, now }
    if (await commitUpgrades(upgrading, [...moved.values()])) return this.fetch(keys, now)
    for (const actor of moved.values()) this.#restore(actor)
    for (const [key, live] of held)
      if (live && unmoved.has(key)) this.hold(live)
      // A failover or a restore has forgotten it: whoever creates it again does not hear that it is there.
      else if (live && !moved.has(key)) this.drop(key)
    return new Set(held.keys())
  }

  /** Holds the actor, or the fault of its row, which then fails its own messages only. */
  #restore(actor: StoredActor): void {
    const key = keyOf(actor)
    this.#broken.delete(key)
    try {
      this.hold(this.#revive(actor))
    } catch (error) {
      this.#broken.set(key, error)
      if (this.#broken.size > brokenMax) this.#broken.delete(this.#broken.keys().next().value!)
    }
  }

  #revive(actor: StoredActor): LiveActor {
    const definition = this.#definitions[actor.kind]
    if (actor.machineVersion >= definition.version) return restoreActor(actor, definition)
    const place = findPlace(actor, definition)
    if ('impossible' in place)
      throw new Error(
        `${keyOf(actor)} has no place in machine version ${definition.version}: ${place.impossible}`,
      )
    if (place.isMoved) throw new Error(`${keyOf(actor)} is moved by others while it is upgraded`)
    return place.live
  }
}
