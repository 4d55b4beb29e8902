import type { Ground } from '../ground.ts'
import type { Supervised } from '../supervisor.ts'
import type { Receiver } from '../receiver.ts'
import type { Role } from '../../../src/shared/nats-settings.ts'
/** A fault can break these parts. */
export type Breakable = {
  ground: Ground
  processes: Supervised[]
  receiver: Receiver
  gasWallet: `0x${string}`
  /** Holds what came of processes that differed from the others. */
  differing: Differing
}

export type Differing = { clocks: ClockTrial[]; rollouts: Rollout[] }

/**
 * Breaks something and mends it again, where it does not mend itself. `choice`, from 0 to 1, says which one of
 * several; the answer names it. When it returns, nothing but the service has anything left to do.
 */
export type Fault = {
  does: string
  /** Replaces the drill's limit where something else is promised. */
  recoverySecondsMax?: number
  run(parts: Breakable, choice: number): Promise<string>
  /** Does what an operator does once the service has recovered, such as setting up another standby. */
  tidyUp?(parts: Breakable): Promise<void>
}

export const chosenOf = <One>(all: readonly One[], choice: number): One =>
  all[Math.min(all.length - 1, Math.floor(choice * all.length))]!

export const ofRole = ({ processes }: Breakable, role: Role): Supervised[] =>
  processes.filter((process) => process.role === role)

/** A process that ran with a wrong clock, and by how much the service said that it is wrong; null: it said nothing. */
type ClockTrial = { process: string; aheadMs: number; toldMs: number | null }

/** Charges that version 2 had stored when every process was of the newer release. */
type Rollout = { newer: number }
