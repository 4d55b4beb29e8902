/** Brings what an earlier version of a machine has stored to the next version. */
import type { StateValue } from 'xstate'

/** An upgrade may change this of an actor; `timers` are the moments in Unix milliseconds, by the timers' ids. */
export type Upgradable = {
  value: StateValue
  context: Record<string, unknown>
  timers: Record<string, number>
}

/** Brings what one version has stored to the next one. Pure. It may not change the status: merchants were told it. */
export type Upgrade = (stored: Upgradable) => Upgradable

/** In a journal: the turn that brought an actor to another version. Its event has the snapshot since then. */
export const upgradeEvent = 'machine.upgrade'
