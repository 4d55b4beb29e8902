/**
 * A message: what travels on NATS and what one turn consumes. Its id is unique for
 * ever, so that the same message, however often it comes, has its effect once.
 */
import type { Network } from './network.ts'
import type { ActorKind, StoredActor } from './stored-actor.ts'
import type { TraceParent } from './tracing/tracing.ts'

/**
 * The cause of a turn. Effects pass it on, so that a webhook can name the root of its event; `trace` only where traces are on.
 * The block of what the chain says tells one fact from another (`src/core/events/event-id.ts`), and is shown to nobody.
 */
export type Cause = { trace?: TraceParent } & (
  | { type: 'command'; command: string; by: 'merchant' | 'payer' | 'operator' | 'system' }
  | { type: 'timer'; timer: string }
  | { type: 'transaction'; hash: string; blockchain: string; block?: CausingBlock }
  | { type: 'chain'; detail: string }
)

/** `minedAt`: its time, ISO 8601. */
type CausingBlock = { hash: string; minedAt: string }

/** A cause as people see it. */
export function toShownCause(cause: Cause): Cause {
  if (cause.type !== 'transaction') return cause
  const { type, hash, blockchain, trace } = cause
  return { type, hash, blockchain, ...(trace && { trace }) }
}

export type MessageEvent = { type: string; [field: string]: unknown }

/** Describes a person's command in the dashboard: an entry of the audit log before anything was done. */
export type AuditedCommand = {
  /** The entry's id, so that it is written once, whoever writes it. */
  id: string
  /** Null: it is about no merchant. */
  merchantId: string | null
  /** Null: it is about both networks, or about neither. */
  network: Network | null
  accountId: string
  email: string
  /** At that time. */
  role: string
  /** The network address of the caller. */
  address: string | null
  /** The call's name in the API's description. */
  call: string
  /** The ids of the call's address; where it has none, that of what the call has made. */
  subject: string
  /** Without secrets. */
  asked: unknown
  /** Real time, ISO 8601. */
  at: string
}

/** The Idempotency-Key of a request, as it is stored, and the seed for which it was reserved. */
export type ReservedKey = { key: string; seedId: string }

export type Message = {
  id: string
  kind: ActorKind
  entityId: string
  merchantId: string
  network: Network
  event: MessageEvent
  cause: Cause
  /** Comes with a person's command: the turn that takes it writes the entry of the audit log. */
  deed?: AuditedCommand
  /**
   * Comes with a command whose key may not be on the disk yet: its turn counts only where the key is reserved for this
   * seed.
   */
  reserved?: ReservedKey
  /** For a timer: the revision of the turn that armed it. A timer armed anew since is another one. */
  armedAtRevision?: number
  /** The outbox holds a row of this id, which the turn deletes. */
  isFromOutbox?: true
  /** Sent before: its worker checks the journal first. */
  isRepeat?: true
  /** Counts how often a worker of an older release has handed it on. */
  handedOn?: number
}

/** The outcome of a message. A refusal is an answer, not an error. */
export type Reply =
  | { outcome: 'applied' | 'ignored' | 'exists'; actor: StoredActor }
  | { outcome: 'refused'; actor: StoredActor; event: string; allowed: string[] }
  | { outcome: 'notFound' }
  /** `isForNewerRelease`: another worker may take it. */
  | { outcome: 'failed'; message: string; isForNewerRelease?: boolean }

/** The public announcement of a commit that moved an actor. */
export type Change = Pick<StoredActor, 'kind' | 'id' | 'revision' | 'status' | 'phase'>

/** An actor that a commit has made or moved, or the newest of the events that it has logged. */
export type Moved = { kind: StoredActor['kind'] | 'event'; id: string }
