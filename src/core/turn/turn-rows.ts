/** The rows of one turn, as the turn-store writes them. */
import type { Cause, AuditedCommand, MessageEvent, ReservedKey } from '../../shared/message.ts'
import type { Network } from '../../shared/network.ts'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import type { Channel } from './consequences.ts'

export type JournalRow = {
  kind: ActorKind
  entityId: string
  revision: number
  messageId: string
  event: MessageEvent
  fromState: string
  toState: string
  cause: Cause
  /** Business time, ISO 8601. */
  at: string
  /** One more try: it becomes a part of the row before it. */
  isRepeat: boolean
}

export type NewOutboxRow = {
  id: string
  /** The actor whose turn asks for it; `kind` and `entityId` are the actor it is for. */
  source: { kind: ActorKind; id: string }
  channel: Channel
  name: string
  kind: ActorKind
  entityId: string
  merchantId: string
  network: Network
  lane: string
  payload: object
  cause: Cause
  at: string
}

export type ArmedTimerRow = {
  kind: ActorKind
  entityId: string
  timerId: string
  armedAtRevision: number
  /** Business time in Unix milliseconds. */
  dueAt: number
}

export type TimerKey = { kind: ActorKind; entityId: string; timerId: string }

/** A person's command, and the actor's state before and after it; null: it was not there. */
export type AuditedTurn = {
  kind: ActorKind
  entityId: string
  deed: AuditedCommand
  before: { status: string } | null
  after: { status: string }
}

/** The rows that one commit writes. Actors come in one list: the statement groups them by kind. */
export type Batch = {
  /** The last state of every actor that moved, with the revision it was read at (0: it is new). */
  actors: { actor: StoredActor; snapshotText: string; readRevision: number }[]
  journal: JournalRow[]
  outbox: NewOutboxRow[]
  /** Entries of the audit log. */
  audited: AuditedTurn[]
  armed: ArmedTimerRow[]
  cancelled: TimerKey[]
  /** Messages that came from the outbox and are consumed by a turn of this batch. */
  consumed: { kind: ActorKind; entityId: string; messageId: string }[]
  /** Keys without whose reservation the turns of their actors do not count. */
  reserved: (ReservedKey & { kind: ActorKind; entityId: string })[]
}

export type ActorKey = { kind: ActorKind; id: string }

export const keyOf = ({ kind, id }: ActorKey): string => `${kind}/${id}`
