/**
 * Replays an actor from its journal alone: the machine begins, and every event is decided at its recorded
 * moment. Each step gives the actor as it was stored then, and the guards that were asked.
 *
 * An entry that cannot follow from those before it throws: somebody changed the journal, or another
 * version of the machine decided it.
 */
import type { AnyMachineSnapshot } from 'xstate'
import { upgradeEvent } from '../../../machines/upgrade.ts'
import { type ActorDefinitions, actorDefinitions } from '../turn/actor-definitions.ts'
import { acceptedCommandsOf } from '../turn/commands.ts'
import { findAccess } from '../turn/customer-access.ts'
import { beginActor, decideTurn, type Step } from '../turn/decide.ts'
import { findMerchantEvents } from '../events/new-merchant-events.ts'
import { phaseOf, statePath, statusOf } from '../turn/state-path.ts'
import type { MessageEvent, Cause } from '../../shared/message.ts'
import type { ActorKind, ActorOfKind, StoredActor } from '../../shared/stored-actor.ts'
import { type AskedGuard, audibleMachine, listen, restoreAudibly } from './asked-guards.ts'
import type { Network } from '../../shared/network.ts'

/** A turn of the journal without what only people read. */
export type ReplayedEntry = Omit<JournalledTurn, 'cause'>
type Entry = Omit<ReplayedEntry, 'fromState' | 'toState'>

/** An actor after one turn, and the guards that this turn asked. */
export type ReplayedTurn = { actor: StoredActor; asked: AskedGuard[] }

/**
 * Replays one actor's journal, in order, on this release's machines or on others. Throws where an entry cannot follow
 * from those before it.
 */
export function replay(
  journal: readonly ReplayedEntry[],
  definitions?: ActorDefinitions,
): StoredActor {
  let actor: StoredActor | null = null
  // Decisions of an earlier version of the machine can be replayed by that version alone.
  const begin = journal.findLastIndex(isUpgrade)
  for (const entry of journal.slice(Math.max(0, begin)))
    actor = follow(actor, entry, definitions).actor
  if (!actor) throw new Error('nothing to replay')
  return actor
}

/** Applies one entry to an actor, and holds it against the states that the journal names. */
export function follow(
  before: StoredActor | null,
  entry: ReplayedEntry,
  definitions?: ActorDefinitions,
): ReplayedTurn {
  const name = `${entry.kind}/${entry.entityId} ${entry.revision}`
  if (isUpgrade(entry)) return { actor: afterUpgrade(entry), asked: [] }
  const from = before ? statePath(before.snapshot.value) : ''
  if (from !== entry.fromState) throw new Error(`${name}: from ${entry.fromState}, not ${from}`)
  const turn = goOn(before, entry, definitions)
  const to = statePath(turn.actor.snapshot.value)
  if (to !== entry.toState) throw new Error(`${name}: to ${entry.toState}, not ${to}`)
  return turn
}

/** Whether the turn brought the actor to another version of its machine: nothing before it is needed to go on. */
export const isUpgrade = ({ event }: Pick<Entry, 'event'>): boolean => event.type === upgradeEvent

function afterUpgrade({
  kind,
  entityId,
  merchantId,
  network,
  event,
  revision,
}: Entry): StoredActor {
  const { to, snapshot } = event as unknown as { to: number; snapshot: StoredActor['snapshot'] }
  const { value } = snapshot
  const at = { status: statusOf(value), phase: phaseOf(value), revision, machineVersion: to }
  const actor = { kind, id: entityId, merchantId, network, ...at, snapshot }
  return actor as StoredActor
}

/** Takes a turn again, and returns the actor as its row would be read. Throws where the machine refuses it. */
export function goOn(
  before: StoredActor | null,
  entry: Entry,
  definitions = actorDefinitions,
): ReplayedTurn {
  const { step, asked } = decideAgain(before, entry, definitions)
  const after = actorAfter(before, entry, step, definitions)
  after.snapshot.eventSequence =
    (before?.snapshot.eventSequence ?? 0) + findMerchantEvents(before, after).length
  return JSON.parse(JSON.stringify({ actor: after, asked })) as ReplayedTurn
}

function decideAgain(
  before: StoredActor | null,
  { kind, event, revision, at }: Entry,
  definitions: ActorDefinitions,
): { step: Step; asked: AskedGuard[] } {
  if (!before) {
    const input = event['input'] as object
    const { result, asked } = listen(() => beginActor(audibleMachine(kind, definitions), input, at))
    return { step: result, asked }
  }
  const dueAt = before.snapshot.timers[event.type]?.dueAt
  if (isTimer(event) && (dueAt === undefined || dueAt > at))
    throw new Error(`${kind}/${before.id} ${revision}: ${event.type} was not due, but at ${dueAt}`)
  const { decision, asked } = ask(restoreAudibly(before, definitions), event, at)
  if (decision.outcome !== 'applied')
    throw new Error(`${kind}/${before.id} ${revision}: ${event.type} is ${decision.outcome}`)
  return { step: decision, asked }
}

/** Decides an event and writes nothing; `now` is Unix milliseconds. */
function ask(snapshot: AnyMachineSnapshot, event: MessageEvent, now: number) {
  const { result: decision, asked } = listen(() => decideTurn(snapshot, event, now))
  // A transition that is taken asks the guards of its state again, before those of the states it enters.
  const once = decision.outcome === 'applied' ? countFirstAsked(snapshot, event, now) : 0
  return { decision, asked: asked.slice(once) }
}

function countFirstAsked(snapshot: AnyMachineSnapshot, event: MessageEvent, now: number): number {
  const stamped = { ...snapshot, context: { ...snapshot.context, now } } as AnyMachineSnapshot
  return listen(() => snapshot.machine.getTransitionData(stamped, event)).asked.length
}

function actorAfter(
  before: StoredActor | null,
  { kind, entityId, merchantId, network, event, revision }: Entry,
  { snapshot, timers: changes }: Step,
  definitions: ActorDefinitions,
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
    machineVersion: definitions[kind].version,
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

const isTimer = ({ type }: MessageEvent): boolean => type.startsWith('xstate.after.')

export type PastTurn = JournalledTurn & {
  /** The actor before this turn; null before the first one, and where it could not be replayed. */
  before: StoredActor | null
  /** The actor after this turn, or null where it could not be replayed. */
  after: StoredActor | null
  /** The guards that it asked. */
  asked: AskedGuard[]
  /** Why it could not be replayed; null where it was. */
  gap: string | null
}

export type JournalledTurn = {
  kind: ActorKind
  entityId: string
  merchantId: string
  network: Network
  revision: number
  event: MessageEvent
  fromState: string
  toState: string
  cause: Cause
  /** Business time in Unix milliseconds. */
  at: number
}
