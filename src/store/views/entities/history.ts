/**
 * The history of an actor and what may happen next: its journal, its armed timers, and its accepted
 * commands.
 */
import { type Cause, type MessageEvent, toShownCause } from '../../../shared/message.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { type KeptFrom, readKeptFrom } from './kept-from.ts'
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

type Row = {
  revision: number
  event: MessageEvent
  fromState: string
  toState: string
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
  /** Null where the journal has all of its turns. */
  keptFrom: KeptFrom | null
}

/** Reads a page of the journal, the newest entry first, with the timers and commands of the snapshot. */
export async function readHistory(
  database: Pick<Database, 'pool'>,
  actor: StoredActor,
  { limit, offset }: Page,
): Promise<History> {
  const { kind, id, merchantId, network, status, phase, machineVersion, snapshot } = actor
  const { rows } = await database.pool.query<Row>(
    `select revision, event, from_state as "fromState", to_state as "toState", cause, at
       from journal_turn turn
       where kind = $1 and entity_id = $2 and merchant_id = $3 and network = $4 and revision <= $5
       order by revision desc limit $6`,
    [kind, id, merchantId, network, actor.revision - offset, limit],
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
    // Each turn is one revision, from 1.
    total: actor.revision,
    timers,
    keptFrom: await readKeptFrom(database, actor),
  }
}

function toEntry({ revision, event, fromState, toState, cause, at }: Row): HistoryEntry {
  const { type, reason } = event
  return {
    seq: revision,
    event: type,
    reason: typeof reason === 'string' ? reason : null,
    from: fromState,
    to: toState,
    cause: toShownCause(cause),
    at: new Date(at).toISOString(),
  }
}
