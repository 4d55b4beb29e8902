/**
 * A stored actor: its machine's snapshot and, beside it, what a turn must know to decide alone: the
 * armed timers, the number of merchant events it has caused, and its accepted commands. One row of one
 * actor table holds it as JSON.
 */
import type { StateValue } from 'xstate'
import type { AccessReason, ContextOf, PhaseOf, StatusOf } from '../../machines/actors.ts'
import type { Network } from './network.ts'

export type ActorKind = keyof ContextOf
export const actorKinds = [
  'plan',
  'subscription',
  'charge',
  'payment',
  'transaction',
  'delivery',
  'customer',
  'destination',
  'verification',
  'gasWallet',
  'permit',
] as const satisfies readonly ActorKind[]

/**
 * Names a set of kinds in a few letters, for names of prepared statements: Postgres keeps 63 characters of those, and
 * two that differ only behind them are one, whose second statement it refuses.
 */
export const codeOfKinds = (kinds: readonly ActorKind[]): string =>
  actorKinds
    .reduce((code, kind, index) => code | (Number(kinds.includes(kind)) << index), 0)
    .toString(36)

/**
 * A timer that is armed: `armedAtRevision` is the turn that armed it, `dueAt` its moment in Unix
 * milliseconds.
 */
type ArmedTimer = { armedAtRevision: number; dueAt: number }

/**
 * Says what a subscription entitles its customer to, as of its last turn: `reason` says why not, or why not for long.
 */
export type StoredAccess = { until: string | null; reason: AccessReason | null }

export type StoredSnapshot<K extends ActorKind = ActorKind> = {
  value: StateValue
  status: 'active' | 'done'
  context: ContextOf[K]
  timers: Record<string, ArmedTimer>
  /** The number of merchant events that this actor has caused: the last `sequence`. */
  eventSequence: number
  /** The accepted commands, by the part after the dot: `pause`, `cancel`. */
  acceptedCommands: string[]
  /** Only subscriptions have it. */
  access?: StoredAccess
}

/** The fields of an actor, its kind's own among them. */
export type ActorOfKind<K extends ActorKind> = {
  kind: K
  id: string
  merchantId: string
  network: Network
  /**
   * The outermost state, which merchants and payers see in API answers and webhooks: `Active`,
   * `PendingUnPause`.
   */
  status: StatusOf[K]
  /** The machine's inner state, for people; empty where there is none. */
  phase: PhaseOf[K]
  /** Turns so far; the guard of every write. */
  revision: number
  machineVersion: number
  snapshot: StoredSnapshot<K>
}

/** An actor of one kind, or of one among several, told apart by `kind`. */
export type StoredActor<K extends ActorKind = ActorKind> = { [One in K]: ActorOfKind<One> }[K]

/** Returns the actor as one of `kind`; throws where it is of another. */
export function requireKind<K extends ActorKind>(actor: StoredActor, kind: K): StoredActor<K> {
  if (actor.kind !== kind) throw new Error(`${actor.kind}/${actor.id} is no ${kind}`)
  return actor as StoredActor<K>
}
