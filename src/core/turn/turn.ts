/**
 * One turn: one message and one actor in, the actor's next state and everything that
 * must be written with it out. Pure; the turn-store commits many turns together.
 */
import type { AnyMachineSnapshot } from 'xstate'
import type { Fact, MerchantEventPayload } from '../../shared/event-types.ts'
import type { Message } from '../../shared/message.ts'
import type {
  ActorKind,
  ActorOfKind,
  StoredActor,
  StoredSnapshot,
} from '../../shared/stored-actor.ts'
import { toResource } from '../resources/to-resource.ts'
import type { AuditedTurn, JournalRow, NewOutboxRow } from './turn-rows.ts'
import { acceptedCommandsOf } from './commands.ts'
import type { TimerChange, OutboxEntry } from './consequences.ts'
import { beginActor, decideTurn, type Step } from './decide.ts'
import { createOutboxEntries } from './effects.ts'
import { createAccessEntries, findAccess } from './customer-access.ts'
import {
  findFact,
  findMerchantEvents,
  type NewMerchantEvent,
} from '../events/new-merchant-events.ts'
import {
  type ActorDefinition,
  type ActorDefinitions,
  actorDefinitions,
} from './actor-definitions.ts'
import { phaseOf, statePath, statusOf } from './state-path.ts'

/** Bounds how far the clocks of two processes may be apart; each follows the database's. */
const clockSkewMaxMs = 250

/** An actor in memory: what is stored, and the machine's snapshot restored from it. */
export type LiveActor = { actor: StoredActor; snapshot: AnyMachineSnapshot }

export type Turn = {
  message: Message
  next: LiveActor
  /** The next stored snapshot as JSON, written once for the row and for the reply. */
  snapshotText: string
  journal: JournalRow
  outbox: NewOutboxRow[]
  /** The entry of the audit log, of a person's command. */
  audited: AuditedTurn | null
  timers: TimerChange[]
}

/**
 * `moved`: to be committed. The others change nothing: `exists` (created before),
 * `ignored` (harmless here), `refused` (a command that the state does not take), `stale`
 * (a timer that counts no more), `early` (a timer that does not count yet), `unexpected` (an
 * anomaly), `forged` (for an actor of another owner, or from a sender who may not), `notFound`.
 */
export type TurnResult =
  | { outcome: 'moved'; turn: Turn }
  | { outcome: 'exists' | 'ignored' | 'stale' | 'early' | 'notFound' }
  | { outcome: 'refused'; allowed: string[] }
  | { outcome: 'unexpected' | 'forged'; reason: string }

/** Takes one turn. Throws on a message that does not parse and on any bug in a machine. */
export function takeTurn(
  live: LiveActor | null,
  message: Message,
  now: Date,
  definitions: ActorDefinitions = actorDefinitions,
): TurnResult {
  const definition = definitions[message.kind]
  if (live && !isOfOwner(message, live.actor)) return ofSomebodyElse
  if (message.event.type === `${message.kind}.create`)
    return live ? { outcome: 'exists' } : create(definition, message, now)
  if (!live) return { outcome: 'notFound' }
  const isTimer = message.armedAtRevision !== undefined
  const moment = isTimer ? momentOfTimer(live.actor.snapshot, message, now) : now
  if (moment === 'stale' || moment === 'early') return { outcome: moment }
  if (!isTimer) definition.Event.parse(message.event)

  const decision = decideTurn(live.snapshot, message.event, moment.getTime())
  if (decision.outcome === 'ignored') return { outcome: 'ignored' }
  if (decision.outcome === 'applied')
    return moved(live, { definition, message, step: decision, now: moment })
  if (message.cause.type === 'command' && message.event.type === message.cause.command)
    return { outcome: 'refused', allowed: live.actor.snapshot.acceptedCommands }
  return {
    outcome: 'unexpected',
    reason: `${statePath(live.snapshot.value)} does not take ${message.event.type}`,
  }
}

type Owned = Partial<Pick<Message, 'merchantId' | 'network'>>

const isOfOwner = (message: Owned, owned: Owned): boolean =>
  message.merchantId === owned.merchantId && message.network === owned.network

const ofSomebodyElse = { outcome: 'forged', reason: 'it is for an actor of another owner' } as const

/** Creates an actor. Owner and id must be those of the input, which the machine takes over. */
function create(definition: ActorDefinition, message: Message, now: Date): TurnResult {
  const input: Owned & { id?: string; contractAddress?: string } = definition.Input.parse(
    message.event['input'],
  )
  if (!isOfOwner(message, input)) return ofSomebodyElse
  if (![input.id, input.contractAddress].includes(message.entityId))
    return { outcome: 'forged', reason: 'it creates another actor than it says' }
  const step = beginActor(definition.machine, input, now.getTime())
  return moved(null, { definition, message, step, now })
}

/**
 * Returns when a timer fires, or why it does not count: it must have been armed by the last turn that
 * armed it, and its moment must have come. Where this worker's clock is a little behind that of the
 * relay that sent it, it fires at its own moment.
 */
function momentOfTimer(
  { timers }: StoredSnapshot,
  { event, armedAtRevision }: Message,
  now: Date,
): Date | 'stale' | 'early' {
  const armed = timers[event.type]
  if (!armed || armed.armedAtRevision !== armedAtRevision) return 'stale'
  if (armed.dueAt > now.getTime() + clockSkewMaxMs) return 'early'
  return new Date(Math.max(armed.dueAt, now.getTime()))
}

type TakenStep = { definition: ActorDefinition; message: Message; step: Step; now: Date }

function moved(
  live: LiveActor | null,
  { definition: { version, triesIn }, message, step, now }: TakenStep,
): TurnResult {
  const before = live?.actor ?? null
  const revision = (before?.revision ?? 0) + 1
  const timers = withoutFired(message, step.timers)
  const actor = nextActor(before, message, { ...step, timers }, { revision, version })
  const events = findMerchantEvents(before, actor)
  const eventSequence = before?.snapshot.eventSequence ?? 0
  actor.snapshot.eventSequence = eventSequence + events.length
  const fact = findFact(message, before)
  const entries = [
    ...step.effects.flatMap((effect) => createOutboxEntries(actor, effect)),
    ...createAccessEntries(before, actor),
    ...events.map((event, index) =>
      createEventEntry(actor, event, eventSequence + index + 1, fact),
    ),
  ]
  const at = now.toISOString()
  const turn: Turn = {
    message,
    next: { actor, snapshot: step.snapshot },
    snapshotText: JSON.stringify(actor.snapshot),
    journal: journalRow(before, actor, message, { at, triesIn }),
    outbox: entries.map((entry, index) => outboxRow(actor, message, entry, index, at)),
    audited: auditedTurn(before, actor, message),
    timers,
  }
  return { outcome: 'moved', turn }
}

/** Ends the timer that fired, also where its state was not left and XState cancels nothing. */
function withoutFired({ event, armedAtRevision }: Message, timers: TimerChange[]): TimerChange[] {
  if (armedAtRevision === undefined || timers.some(({ id }) => id === event.type)) return timers
  return [...timers, { op: 'cancel', id: event.type }]
}

function nextActor(
  before: StoredActor | null,
  message: Message,
  { snapshot, timers }: Step,
  { revision, version }: { revision: number; version: number },
): StoredActor {
  const actor: ActorOfKind<ActorKind> = {
    kind: message.kind,
    id: message.entityId,
    merchantId: message.merchantId,
    network: message.network,
    status: statusOf(snapshot.value),
    phase: phaseOf(snapshot.value),
    revision,
    machineVersion: version,
    snapshot: {
      value: snapshot.value,
      status: snapshot.status === 'done' ? 'done' : 'active',
      context: snapshot.context,
      timers: nextTimers(before?.snapshot.timers ?? {}, timers, revision),
      eventSequence: 0,
      acceptedCommands: acceptedCommandsOf(message.kind, snapshot),
    },
  }
  const access = findAccess(actor as StoredActor)
  if (access) actor.snapshot.access = access
  return actor as StoredActor
}

function nextTimers(before: StoredSnapshot['timers'], changes: TimerChange[], revision: number) {
  if (!changes.length) return before
  const after = { ...before }
  for (const change of changes) {
    if (change.op === 'arm') after[change.id] = { armedAtRevision: revision, dueAt: change.dueAt }
    else delete after[change.id]
  }
  return after
}

function journalRow(
  before: StoredActor | null,
  after: StoredActor,
  message: Message,
  { at, triesIn }: { at: string; triesIn: string | undefined },
): JournalRow {
  return {
    kind: after.kind,
    entityId: after.id,
    revision: after.revision,
    messageId: message.id,
    event: message.event,
    fromState: before ? statePath(before.snapshot.value) : '',
    toState: statePath(after.snapshot.value),
    cause: message.cause,
    at,
    isRepeat: triesIn !== undefined && before?.status === triesIn && after.status === triesIn,
  }
}

function auditedTurn(
  before: StoredActor | null,
  { kind, id, status }: StoredActor,
  { deed }: Message,
): AuditedTurn | null {
  if (!deed) return null
  return {
    kind,
    entityId: id,
    deed,
    before: before && { status: before.status },
    after: { status },
  }
}

const createEventEntry = (
  actor: StoredActor,
  event: NewMerchantEvent,
  sequence: number,
  fact: Fact | null,
): OutboxEntry => ({
  channel: 'event',
  name: event.eventType,
  lane: `${actor.kind}/${actor.id}`,
  payload: {
    ...event,
    resourceKind: actor.kind,
    resourceId: actor.id,
    sequence,
    resource: toResource(actor),
    ...(fact && { fact }),
  } satisfies MerchantEventPayload,
})

function outboxRow(
  actor: StoredActor,
  message: Message,
  entry: OutboxEntry,
  index: number,
  at: string,
): NewOutboxRow {
  const common = {
    id: `${actor.kind}/${actor.id}/${actor.revision}/${index}`,
    source: actor,
    merchantId: actor.merchantId,
    network: actor.network,
    cause: message.cause,
    at,
  }
  return entry.channel === 'actor'
    ? {
        ...common,
        channel: 'actor',
        name: entry.event.type,
        kind: entry.kind,
        entityId: entry.entityId,
        lane: '',
        payload: entry.event,
      }
    : {
        ...common,
        channel: entry.channel,
        name: entry.name,
        kind: actor.kind,
        entityId: actor.id,
        lane: entry.lane,
        payload: entry.payload,
      }
}
