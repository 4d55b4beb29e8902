/**
 * What is stored of an actor: the machine's snapshot and, beside it, what the turn
 * must know to decide alone: the armed timers, how many merchant events it has told,
 * and the commands it accepts now. One row of one actor table holds it as JSON.
 */
import type { StateValue } from 'xstate'
import type { Network } from './network.ts'

export const kinds = [
  'plan',
  'subscription',
  'charge',
  'payment',
  'transaction',
  'delivery',
  'verification',
] as const
export type Kind = (typeof kinds)[number]

/** A timer that is armed: `seq` is the turn that armed it, `dueAt` its moment in Unix milliseconds. */
type ArmedTimer = { seq: number; dueAt: number }

export type StoredSnapshot = {
  value: StateValue
  status: 'active' | 'done'
  context: Record<string, unknown>
  timers: Record<string, ArmedTimer>
  /** How many merchant events this actor has told: the last `sequence`. */
  told: number
  /** The commands accepted now, by their last word: `pause`, `cancel`. */
  actions: string[]
}

export type StoredActor = {
  kind: Kind
  id: string
  merchantId: string
  network: Network
  /** What merchants and payers are told, by API and webhook: `Active`, `PendingUnPause`. */
  status: string
  /** The machine's inner state, for people; empty where there is none. */
  phase: string
  /** Turns so far; the guard of every write. */
  revision: number
  machineVersion: number
  snapshot: StoredSnapshot
}
