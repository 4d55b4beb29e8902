/**
 * The consequences of a transition, as data. XState hands back every action by name: a timer is a
 * delayed raise, its end a cancel; everything else is an effect that the machine declared. A machine
 * that emits or spawns is a fault.
 */
import { type AnyActorScope, createEmptyActor } from 'xstate'
import type { MessageEvent } from '../../shared/message.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
export type Effect = { name: string; params: Record<string, unknown> }
/** `dueAt` is Unix milliseconds of business time. */
export type TimerChange = { op: 'arm'; id: string; dueAt: number } | { op: 'cancel'; id: string }
export type Consequences = { effects: Effect[]; timers: TimerChange[] }

type RawAction = { type: string; params: unknown }
type RaiseParams = { event: { type: string }; delay?: number }

const nobody = createEmptyActor()

/** Makes an actor scope that runs nothing and records the actions it was asked to run. */
export function recordingScope(): AnyActorScope & { recorded: RawAction[] } {
  const recorded: RawAction[] = []
  return {
    recorded,
    self: nobody,
    id: '',
    sessionId: '',
    system: nobody.system,
    logger: () => undefined,
    defer: () => undefined,
    stopChild: () => undefined,
    emit: () => undefined,
    actionExecutor: (action: RawAction) => recorded.push(action),
  } as unknown as AnyActorScope & { recorded: RawAction[] }
}

export function collectActions(actions: RawAction[], now: number): Consequences {
  const effects: Effect[] = []
  const timers = new Map<string, TimerChange>()
  for (const { type, params } of actions) {
    if (type === 'xstate.raise') {
      const armed = armedTimer(params as RaiseParams, now)
      if (armed) timers.set(armed.id, armed)
    } else if (type === 'xstate.cancel') {
      const { sendId } = params as { sendId: string }
      timers.set(sendId, { op: 'cancel', id: sendId })
    } else if (type.startsWith('xstate.') || type === '(anonymous)') {
      throw new Error(`the action ${type} has no place in a stored machine`)
    } else {
      effects.push({ name: type, params: (params ?? {}) as Record<string, unknown> })
    }
  }
  return { effects, timers: [...timers.values()] }
}

/** A raise without delay was consumed within the transition and is no timer. */
function armedTimer({ event, delay }: RaiseParams, now: number): TimerChange | undefined {
  if (delay === undefined) return undefined
  if (!Number.isFinite(delay)) throw new Error(`the delay of ${event.type} is ${delay}`)
  return { op: 'arm', id: event.type, dueAt: now + Math.max(0, Math.round(delay)) }
}

/** A request to a relay, or a message for another actor. */
export type OutboxEntry =
  | { channel: Exclude<Channel, 'actor'>; name: string; lane: string; payload: object }
  | { channel: 'actor'; kind: ActorKind; entityId: string; event: MessageEvent }

/**
 * Makes a request to the chain relay. All of one merchant on one chain share a lane: they may
 * travel in one transaction.
 */
export const createChainEntry = (
  context: { blockchain: string; merchantId: string },
  name: string,
  payload: object,
): OutboxEntry => ({
  channel: 'chain',
  name,
  lane: `${context.blockchain}/${context.merchantId}`,
  payload,
})

/**
 * The channels of the outbox: to another actor, the chain relay, the merchant's event log, the
 * webhook relay.
 */
export const channels = ['actor', 'chain', 'event', 'webhook'] as const

export type Channel = (typeof channels)[number]
