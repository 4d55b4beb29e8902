/**
 * The worker's cache of actors. Nothing depends on its being fresh: a write is guarded by the
 * revision, and an answer that writes nothing is given only on a fresh read.
 */
import type { StoredActor } from '../shared/stored-actor.ts'
import type { Database } from '../store/database.ts'
import { type ActorKey, keyOf, loadActors } from '../store/turn-store.ts'
import { type ActorDefinitions, actorDefinitions } from './actor-definitions.ts'
import { restoreActor } from './restore-actor.ts'
import type { LiveActor } from './turn.ts'
import { commitUpgrades } from './upgrading/commit-upgrades.ts'
import { findPlace } from './upgrading/find-place.ts'

const actorsMax = 10_000

export class LiveActors {
  readonly #database: Database
  readonly #definitions: ActorDefinitions
  #actors = new Map<string, LiveActor>()
  #broken = new Map<string, unknown>()

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

  /**
   * Reads the actors that are not held yet; returns their keys. What a process of an earlier release has stored
   * since this one runs is brought to this version first, at the moment `now`.
   */
  async fetch(keys: ActorKey[], now: Date): Promise<Set<string>> {
    const missing = keys.filter((key) => !this.#actors.has(keyOf(key)))
    const loaded = await loadActors(this.#database, missing)
    const upgrading = { database: this.#database, definitions: this.#definitions, now }
    if (await commitUpgrades(upgrading, [...loaded.values()])) return this.fetch(keys, now)
    for (const actor of loaded.values()) this.#restore(actor)
    return new Set(missing.map(keyOf))
  }

  /** Holds the actor, or the fault of its row, which then fails its own messages only. */
  #restore(actor: StoredActor): void {
    const key = keyOf(actor)
    try {
      this.hold(this.#revive(actor))
      this.#broken.delete(key)
    } catch (error) {
      this.#broken.set(key, error)
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
