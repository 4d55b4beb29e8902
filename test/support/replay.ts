/**
 * Replays an actor from its journal alone: the machine begins, every event is decided at its
 * recorded moment, and the result must equal the stored actor. So nothing ever happened to an actor
 * that its journal does not contain.
 */
import { type AnyMachineSnapshot } from 'xstate'
import { acceptedCommandsOf } from '../../src/actors/commands.ts'
import type { TimerChange } from '../../src/actors/consequences.ts'
import { findAccess } from '../../src/actors/customer-access.ts'
import { beginActor, decideTurn, type Step } from '../../src/actors/decide.ts'
import { findMerchantEvents } from '../../src/actors/new-merchant-events.ts'
import { actorDefinitions } from '../../src/actors/actor-definitions.ts'
import { phaseOf, statePath, statusOf } from '../../src/actors/state-path.ts'
import type { MessageEvent } from '../../src/shared/message.ts'
import type { Network } from '../../src/shared/network.ts'
import type { ActorKind, ActorOfKind, StoredActor } from '../../src/shared/stored-actor.ts'

export type JournalEntry = {
  kind: ActorKind
  entityId: string
  revision: number
  merchantId: string
  network: Network
  event: MessageEvent
  fromState: string
  toState: string
  /** Unix milliseconds of business time. */
  at: number
}

/** Replays one actor's journal, in order. Throws where an entry cannot follow from those before it. */
export function replay(journal: JournalEntry[]): StoredActor {
  let actor: StoredActor | null = null
  for (const entry of journal) actor = follow(actor, entry)
  if (!actor) throw new Error('nothing to replay')
  return actor
}

/** Applies one entry to an actor, and returns the actor as its row would be read. */
export function follow(before: StoredActor | null, entry: JournalEntry): StoredActor {
  const name = `${entry.kind}/${entry.entityId} ${entry.revision}`
  const from = before ? statePath(before.snapshot.value) : ''
  if (from !== entry.fromState) throw new Error(`${name}: from ${entry.fromState}, not ${from}`)
  const { snapshot, timers } = decideAgain(before, entry)
  const after = actorAfter(before, entry, snapshot, timers)
  const to = statePath(after.snapshot.value)
  if (to !== entry.toState) throw new Error(`${name}: to ${entry.toState}, not ${to}`)
  after.snapshot.eventSequence =
    (before?.snapshot.eventSequence ?? 0) + findMerchantEvents(before, after).length
  return JSON.parse(JSON.stringify(after)) as StoredActor
}

function decideAgain(
  before: StoredActor | null,
  { kind, event, revision, at }: JournalEntry,
): Step {
  if (!before) return beginActor(actorDefinitions[kind].machine, event['input'] as object, at)
  const dueAt = before.snapshot.timers[event.type]?.dueAt
  if (isTimer(event) && (dueAt === undefined || dueAt > at))
    throw new Error(`${kind}/${before.id} ${revision}: ${event.type} was not due, but at ${dueAt}`)
  const decision = decideTurn(restore(before), event, at)
  if (decision.outcome !== 'applied')
    throw new Error(`${kind}/${before.id} ${revision}: ${event.type} is ${decision.outcome}`)
  return decision
}

function actorAfter(
  before: StoredActor | null,
  { kind, entityId, merchantId, network, event, revision }: JournalEntry,
  snapshot: AnyMachineSnapshot,
  changes: TimerChange[],
): StoredActor {
  const timers = { ...before?.snapshot.timers }
  if (isTimer(event)) delete timers[event.type]
  for (const change of changes) {
    if (change.op === 'arm') timers[change.id] = { armedAtRevision: revision, dueAt: change.dueAt }
    else delete timers[change.id]
  }
  const actor: ActorOfKind<ActorKind> = {
    kind,
    id: entityId,
    merchantId,
    network,
    status: statusOf(snapshot.value),
    phase: phaseOf(snapshot.value),
    revision,
    machineVersion: actorDefinitions[kind].version,
    snapshot: {
      value: snapshot.value,
      status: snapshot.status === 'done' ? 'done' : 'active',
      context: snapshot.context,
      timers,
      eventSequence: 0,
      acceptedCommands: acceptedCommandsOf(kind, snapshot),
    },
  }
  const access = findAccess(actor as StoredActor)
  if (access) actor.snapshot.access = access
  return actor as StoredActor
}

/** The machine's snapshot of a stored actor. */
export function restore({ kind, snapshot }: StoredActor): AnyMachineSnapshot {
  const { value, status, context } = snapshot
  const unused = { children: {}, historyValue: {}, output: undefined, error: undefined }
  const stored = { value, status, context, ...unused }
  const { machine } = actorDefinitions[kind]
  return machine.restoreSnapshot(stored as never, undefined as never) as AnyMachineSnapshot
}

const isTimer = ({ type }: MessageEvent): boolean => type.startsWith('xstate.after.')
