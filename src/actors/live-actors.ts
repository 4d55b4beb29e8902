/**
 * The worker's cache of actors. Nothing depends on its being fresh: a write is guarded by the
 * revision, and an answer that writes nothing is given only on a fresh read.
 */
import type { AnyMachineSnapshot } from 'xstate'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { Database } from '../store/database.ts'
import { type ActorKey, keyOf, loadActors } from '../store/turn-store.ts'
import { actorDefinitions } from './actor-definitions.ts'
import type { LiveActor } from './turn.ts'

const actorsMax = 10_000

export class LiveActors {
  #database: Database
  #actors = new Map<string, LiveActor>()
  #broken = new Map<string, unknown>()

  constructor(database: Database) {
    this.#database = database
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

  /** Reads the actors that are not held yet; returns their keys. */
  async fetch(keys: ActorKey[]): Promise<Set<string>> {
    const missing = keys.filter((key) => !this.#actors.has(keyOf(key)))
    const loaded = await loadActors(this.#database, missing)
    for (const actor of loaded.values()) this.#restore(actor)
    return new Set(missing.map(keyOf))
  }

  /** Holds the actor, or the fault of its row, which then fails its own messages only. */
  #restore(actor: StoredActor): void {
    const key = keyOf(actor)
    try {
      this.hold(restore(actor))
      this.#broken.delete(key)
    } catch (error) {
      this.#broken.set(key, error)
    }
  }
}

/** Restores a stored actor. Throws when its row is newer than this code, or its context is malformed. */
function restore(actor: StoredActor): LiveActor {
  const kind = actorDefinitions[actor.kind]
  if (actor.machineVersion > kind.version)
    throw new Error(
      `${keyOf(actor)} is of machine version ${actor.machineVersion}, this code knows ${kind.version}: run the newer release`,
    )
  const { value, status, context } = actor.snapshot
  kind.Context.parse(context)
  const stored = {
    value,
    status,
    context,
    children: {},
    historyValue: {},
    output: undefined,
    error: undefined,
  }
  const snapshot = kind.machine.restoreSnapshot(stored as never, undefined as never)
  return { actor, snapshot: snapshot as AnyMachineSnapshot }
}
