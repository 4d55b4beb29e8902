/**
 * The history of an actor and what may happen next: its journal, its armed timers, and its accepted
 * commands.
 */
import type { Cause } from '../../../shared/message.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { JournalEntry } from '../../tables/path.ts'
import type { Page } from '../../../shared/page.ts'

type HistoryEntry = {
  seq: number
  /** The message's type, such as `subscription.pause`. */
  event: string
  /** The reason in the message, if it has one, such as `InsufficientBalance`. */
  reason: string | null
  from: string
  to: string
  cause: Cause
  at: string
}

export type History = {
  status: string
  phase: string
  machineVersion: number
  entries: HistoryEntry[]
  total: number
  timers: { timer: string; dueAt: string }[]
  actions: string[]
}

/** Reads a page of the journal, the newest entry first, with the timers and commands of the snapshot. */
export async function readHistory(
  { orm }: Database,
  actor: StoredActor,
  page: Page,
): Promise<History> {
  const { kind, id: entityId, merchantId, network, status, phase, machineVersion, snapshot } = actor
  const [rows, total] = await orm.em
    .fork()
    .findAndCount(
      JournalEntry,
      { kind, entityId, merchantId, network },
      { orderBy: { revision: 'desc' }, ...page },
    )
  const timers = Object.entries(snapshot.timers)
    .map(([timer, { dueAt }]) => ({ timer, dueAt: new Date(dueAt).toISOString() }))
    .sort((one, other) => one.dueAt.localeCompare(other.dueAt))
  const entries = rows.map(toEntry)
  return {
    status,
    phase,
    machineVersion,
    entries,
    total,
    timers,
    actions: snapshot.acceptedCommands,
  }
}

function toEntry({ revision, event, fromState, toState, cause, at }: JournalEntry): HistoryEntry {
  const { type, reason } = event
  return {
    seq: revision,
    event: String(type),
    reason: typeof reason === 'string' ? reason : null,
    from: fromState,
    to: toState,
    cause: cause as Cause,
    at: at.toISOString(),
  }
}
