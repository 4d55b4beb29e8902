/** Computes what the pure machine makes of a message: the actor, and all that has to be written with it. */
import { actorDefinitions } from '../../../src/core/turn/actor-definitions.ts'
import { createAccessEntries } from '../../../src/core/turn/customer-access.ts'
import { beginActor, decideTurn, type Step } from '../../../src/core/turn/decide.ts'
import { createOutboxEntries } from '../../../src/core/turn/effects.ts'
import { findFact, findMerchantEvents } from '../../../src/core/events/new-merchant-events.ts'
import { statePath } from '../../../src/core/turn/state-path.ts'
import { goOn } from '../../../src/core/story/replay.ts'
import type { MerchantEventPayload } from '../../../src/shared/event-types.ts'
import type { Message } from '../../../src/shared/message.ts'
import type { StoredActor } from '../../../src/shared/stored-actor.ts'
import { toResource } from '../../../src/core/resources/to-resource.ts'
import { restore } from '../../../test/support/explore.ts'
import {
  beginningTransitions,
  stampedAt,
  takenTransitions,
} from '../../../test/support/transitions.ts'
import type { Stored } from './stored.ts'
import type { OutboxEntry } from '../../../src/core/turn/consequences.ts'

/** Holds what has to be stored after a turn, and the transitions that it takes. */
export type Modelled = { actor: StoredActor; stored: Stored; takes: string[] }

/** Takes the turn on the model at the moment `at`, in Unix milliseconds. Throws where the machine does not take it. */
export function modelTurn(before: StoredActor | null, message: Message, at: number): Modelled {
  const { id: messageId, cause, ...said } = message
  const revision = (before?.revision ?? 0) + 1
  const { actor } = goOn(before, { ...said, revision, at })
  const { step, takes } = decide(before, message, at)
  const entries = [
    ...step.effects.flatMap((effect) => createOutboxEntries(actor, effect)),
    ...createAccessEntries(before, actor),
    ...eventEntries(message, before, actor),
  ]
  const stored: Stored = {
    actor,
    timers: timersOf(actor),
    journal: {
      revision,
      messageId,
      event: message.event,
      fromState: before ? statePath(before.snapshot.value) : '',
      toState: statePath(actor.snapshot.value),
      cause,
      at,
    },
    outbox: entries.map((entry, index) => outboxRow(entry, index, { actor, message, at })),
    isMessageLeft: false,
  }
  return { actor, stored: JSON.parse(JSON.stringify(stored)) as Stored, takes }
}

function decide(
  before: StoredActor | null,
  { kind, event }: Message,
  at: number,
): { step: Step; takes: string[] } {
  if (!before) {
    const input = event['input'] as object
    const step = beginActor(actorDefinitions[kind].machine, input, at)
    return { step, takes: beginningTransitions(kind, input, at) }
  }
  const snapshot = restore(kind, before.snapshot as never)
  const decision = decideTurn(snapshot, event, at)
  if (decision.outcome !== 'applied') throw new Error(`the machine has ${decision.outcome} it`)
  return { step: decision, takes: takenTransitions(kind, stampedAt(snapshot, at), event) }
}

/** The events for merchants, which are numbered on from those before. */
function eventEntries(
  message: Message,
  before: StoredActor | null,
  actor: StoredActor,
): OutboxEntry[] {
  const fact = findFact(message, before)
  const sequence = before?.snapshot.eventSequence ?? 0
  return findMerchantEvents(before, actor).map((event, index) => ({
    channel: 'event',
    name: event.eventType,
    lane: `${actor.kind}/${actor.id}`,
    payload: {
      ...event,
      resourceKind: actor.kind,
      resourceId: actor.id,
      sequence: sequence + index + 1,
      resource: toResource(actor),
      ...(fact && { fact }),
    } satisfies MerchantEventPayload,
  }))
}

const timersOf = ({ snapshot: { timers } }: StoredActor): Stored['timers'] =>
  Object.entries(timers)
    .map(([timerId, armed]) => ({ timerId, ...armed }))
    .toSorted((one, other) => (one.timerId < other.timerId ? -1 : 1))

type Asked = { actor: StoredActor; message: Message; at: number }

function outboxRow(entry: OutboxEntry, index: number, { actor, message, at }: Asked) {
  const { kind, id, revision, merchantId, network } = actor
  const row = { id: `${kind}/${id}/${revision}/${index}`, merchantId, network }
  const asked = { ...row, cause: message.cause, at }
  if (entry.channel !== 'actor') return { ...asked, kind, entityId: id, ...entry }
  const { event, ...forActor } = entry
  return { ...asked, ...forActor, name: event.type, lane: '', payload: event }
}
