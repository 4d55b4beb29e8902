/**
 * Listens to the guards of a machine while it decides: which were asked, what each answered, and the
 * values that it looked at. The machine decides as it would without a listener.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { type ActorDefinitions, actorDefinitions } from '../turn/actor-definitions.ts'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'

/** A guard that was asked. `remembered` is what it read of the actor, `told` what it read of the event. */
export type AskedGuard = {
  guard: string
  answer: boolean
  remembered: Record<string, unknown>
  told: Record<string, unknown>
}

type Guard = (given: { context: object; event: object }, params: unknown) => boolean

/** Machines decide at once, so nobody else's guards are asked while one listens. */
let heard: AskedGuard[] | null = null

const listenedTo = new WeakMap<AnyStateMachine, AnyStateMachine>()

/** Returns the machine of a kind, with guards that can be listened to. */
export function audibleMachine(
  kind: ActorKind,
  definitions: ActorDefinitions = actorDefinitions,
): AnyStateMachine {
  const { machine } = definitions[kind]
  const audible = listenedTo.get(machine) ?? listenTo(machine)
  listenedTo.set(machine, audible)
  return audible
}

/** Restores the machine's snapshot of a stored actor, with guards that can be listened to. */
export function restoreAudibly(
  { kind, snapshot }: StoredActor,
  definitions?: ActorDefinitions,
): AnyMachineSnapshot {
  const { value, status, context } = snapshot
  const unused = { children: {}, historyValue: {}, output: undefined, error: undefined }
  const stored = { value, status, context, ...unused }
  return audibleMachine(kind, definitions).restoreSnapshot(
    stored as never,
    undefined as never,
  ) as never
}

/** Runs a decision and returns its result with the guards that were asked, in their order. */
export function listen<Result>(decide: () => Result): { result: Result; asked: AskedGuard[] } {
  const before = heard
  const asked: AskedGuard[] = []
  heard = asked
  try {
    return { result: decide(), asked }
  } finally {
    heard = before
  }
}

function listenTo(machine: AnyStateMachine): AnyStateMachine {
  const guards = Object.entries(machine.implementations.guards as Record<string, Guard>)
  return machine.provide({
    guards: Object.fromEntries(guards.map(([name, guard]) => [name, audible(name, guard)])),
  } as never)
}

function audible(name: string, guard: Guard): Guard {
  return ({ context, event }, params) => {
    if (!heard) return guard({ context, event }, params)
    const remembered: Record<string, unknown> = {}
    const told: Record<string, unknown> = {}
    const answer = guard(
      { context: noting(context, remembered), event: noting(event, told) },
      typeof params === 'object' && params !== null ? noting(params, told) : params,
    )
    delete told['type']
    heard.push({ guard: name, answer, remembered, told })
    return answer
  }
}

/** Notes the fields of an object that are read, with their values. */
const noting = <Read extends object>(object: Read, read: Record<string, unknown>): Read =>
  new Proxy(object, {
    get(target, field, receiver) {
      const value: unknown = Reflect.get(target, field, receiver)
      if (typeof field === 'string' && value !== undefined) read[field] = value
      return value
    },
  })
