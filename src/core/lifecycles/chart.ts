/**
 * Reads an XState machine as its parts: states, transitions, and the names that they use.
 *
 * The diagrams, the lint and the exploration start here, so only this file knows how XState holds
 * a guard, an action or a timer inside.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A chart refers to a guard or an action by name, by name with parameters, or as a function. */
export type Reference = string | { type: string; params?: unknown } | ReferenceFunction
type ReferenceFunction = ((...given: never[]) => unknown) & {
  type?: string
  guards?: Reference[]
  check?: unknown
}

const timerPrefix = 'xstate.after.'

/** All states in the order of the document, the machine's root first. */
export function allStates(machine: AnyStateMachine): AnyStateNode[] {
  const withChildren = (state: AnyStateNode): AnyStateNode[] => [
    state,
    ...Object.values<AnyStateNode>(state.states).flatMap(withChildren),
  ]
  return [...withChildren(machine.root)].sort((a, b) => a.order - b.order)
}

/** Everything that may leave or change a state: by event, by timer, and by itself. */
export function transitionsOf(state: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...state.transitions.values()].flat(), ...(state.always ?? [])]
}

/** A harmless event is listed with an empty transition: it moves nothing and does nothing. */
export function isHarmless(transition: AnyTransitionDefinition): boolean {
  return transition.target === undefined && transition.actions.length === 0
}

export const isTimer = (eventType: string): boolean => eventType.startsWith(timerPrefix)

/** The name of the delay inside a timer's id, `xstate.after.<delay>.<state id>`. */
export function delayName(timerId: string): string {
  return timerId.slice(timerPrefix.length).split('.')[0] ?? ''
}

/** The state as the journal and the pages write it: `Active.Charging`; the root is ''. */
export const pathOf = (state: AnyStateNode): string => state.path.join('.')

/** The actions that an author wrote; the ones that XState adds for timers are left out. */
export function actionsOf(transition: AnyTransitionDefinition): Reference[] {
  return transition.actions as Reference[]
}

export function entryOf(state: AnyStateNode): Reference[] {
  return listOf(state.config.entry)
}

export function exitOf(state: AnyStateNode): Reference[] {
  return listOf(state.config.exit)
}

/** The name of an action or a guard, or undefined where it is a function in place. */
export function nameOf(reference: Reference): string | undefined {
  if (typeof reference === 'string') return reference
  return typeof reference === 'object' ? reference.type : undefined
}

/** The single guards inside `not`, `and` and `or`. */
export function guardsWithin(guard: Reference | undefined): Reference[] {
  if (guard === undefined) return []
  if (typeof guard === 'function' && guard.guards) return guard.guards.flatMap(guardsWithin)
  return [guard]
}

/** A guard as one reads it: `mayTryAgain`, `not isLastPeriod`, `isOpen and hasFunds`, `isAt Late`. */
export function guardText(guard: Reference | undefined): string {
  if (guard === undefined) return ''
  if (typeof guard !== 'function') return [nameOf(guard), ...fixedParamsOf(guard)].join(' ')
  const inner = (guard.guards ?? []).map(guardText)
  if (inner.length === 0) return '(in place)'
  if (guard.name === 'not') return `not ${inner[0]}`
  return inner.join(guard.name === 'or' ? ' or ' : ' and ')
}

/** The parameters that are written in the chart; those that a function takes from the event are not. */
function fixedParamsOf(reference: Exclude<Reference, ReferenceFunction>): string[] {
  const params = typeof reference === 'object' ? reference.params : undefined
  return typeof params === 'object' ? Object.values(params ?? {}).map(String) : []
}

const listOf = (references: unknown): Reference[] =>
  references === undefined ? [] : ([references].flat() as Reference[])
