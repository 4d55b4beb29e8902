/**
 * Models what a machine's picture and page show, free of XState and of any drawing. A lifecycle is a tree of states and
 * a list of ways. A way is one transition: its cause, its condition, where it leads, and what it records and asks for.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import {
  actionsOf,
  delayName,
  entryOf,
  guardText,
  isHarmless,
  isTimer,
  nameOf,
  pathOf,
  transitionsOf,
  type Reference,
} from './chart.ts'
import { durationWords, eventWords, guardWords, machineWords } from './words.ts'

/** The word of a command that merchant and payer may send alike. */
export const bothParties = 'both'

export const people = ['merchant', 'payer', 'operator'] as const
export type LifecyclePerson = (typeof people)[number]

/** Whether this person may send the command of this way; false for what is no command. The operator is no party. */
export const mayTake = (person: LifecyclePerson, { role }: Pick<Way, 'role'>): boolean =>
  role === person || (role === bothParties && person !== 'operator')

export type Lifecycle = {
  id: string
  name: string
  version: string
  description: string
  /** The top-level states; `initial` is the path of the first one. */
  states: State[]
  initial: string
  ways: Way[]
}

export type State = {
  /** `Active.Charging` */
  path: string
  name: string
  description: string
  /** Nothing leaves it any more. */
  isFinal: boolean
  /** The business is over, though late news may still arrive. */
  isClosed: boolean
  /** It is left at once, one way or another: nobody ever waits in it. */
  isDecision: boolean
  children: State[]
  initial: string | null
  onEntry: Actions
}

export type WayKind = 'command' | 'event' | 'timer' | 'automatic'

export type Way = {
  kind: WayKind
  eventType: string
  /** The button's label, the wait or the event, in words. */
  words: string
  /** The role that may send the command; null for what is none. */
  role: string | null
  /** The condition as the chart names it; empty where there is none. */
  guard: string
  guardWords: string
  /** The path of the state it is written on; '' is the machine itself. */
  from: string
  /** The path of the target; null where the state stays as it is. */
  to: string | null
  isHarmless: boolean
  actions: Actions
}

/** Names of the chart, sorted by what they do. */
type Actions = { records: string[]; asks: string[] }

/** Reads a machine into what can be drawn and tabulated. */
export function toLifecycle(machine: AnyStateMachine): Lifecycle {
  const { root } = machine
  return {
    id: machine.id,
    name: machineWords(machine.id),
    version: machine.version ?? '',
    description: root.config.description ?? '',
    states: childrenOf(root),
    initial: initialOf(root) ?? '',
    ways: allWays(root),
  }
}

/** The states and all states within them, in the order of the chart. */
export function withInner(states: State[]): State[] {
  return states.flatMap((state) => [state, ...withInner(state.children)])
}

/** Returns the states in which an entity can stay; a decision takes no event. */
export const innermost = ({ states }: Lifecycle): State[] =>
  withInner(states).filter(({ children, isDecision }) => children.length === 0 && !isDecision)

/** A state within an end is an end, too. */
function childrenOf(node: AnyStateNode, isClosed = false): State[] {
  return Object.values<AnyStateNode>(node.states).map((child) =>
    toState(child, isClosed || child.type === 'final' || child.tags.includes('closed')),
  )
}

function toState(child: AnyStateNode, isClosed: boolean): State {
  return {
    path: pathOf(child),
    name: child.key,
    description: child.config.description ?? '',
    isFinal: child.type === 'final',
    isClosed,
    isDecision: (child.always ?? []).some(({ guard }) => guard === undefined),
    children: childrenOf(child, isClosed),
    initial: initialOf(child),
    onEntry: namedActions(child.machine, entryOf(child)),
  }
}

function initialOf(node: AnyStateNode): string | null {
  const [first] = node.type === 'compound' ? (node.initial.target ?? []) : []
  return first === undefined ? null : pathOf(first)
}

function allWays(node: AnyStateNode): Way[] {
  return [
    ...transitionsOf(node).map(toWay),
    ...Object.values<AnyStateNode>(node.states).flatMap(allWays),
  ]
}

function toWay(transition: AnyTransitionDefinition): Way {
  const { source, eventType, meta } = transition
  const guard = guardText(transition.guard as Reference | undefined)
  const [target] = transition.target ?? []
  const staysInside = target === source && !transition.reenter
  return {
    kind: kindOf(transition),
    eventType,
    words: meta ? String(meta['label']) : wordsOf(source, eventType),
    role: meta ? roleWords(meta['roles'] as string[]) : null,
    guard,
    guardWords: guardWords(guard),
    from: pathOf(source),
    to: target === undefined || staysInside ? null : pathOf(target),
    isHarmless: isHarmless(transition),
    actions: namedActions(source.machine, actionsOf(transition)),
  }
}

function kindOf({ eventType, meta }: AnyTransitionDefinition): WayKind {
  if (eventType === '' || eventType.startsWith('xstate.done.')) return 'automatic'
  if (isTimer(eventType)) return 'timer'
  return meta ? 'command' : 'event'
}

/** The words of an event, and for a fixed wait also how long it is. */
function wordsOf({ machine }: AnyStateNode, eventType: string): string {
  const words = eventWords(eventType, machine.id)
  const delay: unknown = isTimer(eventType) && machine.implementations.delays[delayName(eventType)]
  return typeof delay === 'number' ? `${words} (${durationWords(delay)})` : words
}

function namedActions(machine: AnyStateMachine, references: Reference[]): Actions {
  const actions: Actions = { records: [], asks: [] }
  for (const name of references.map(nameOf)) {
    if (name === undefined) continue
    const action = machine.implementations.actions[name] as { type?: string } | undefined
    if (action?.type === 'xstate.assign') actions.records.push(name)
    else actions.asks.push(name)
  }
  return actions
}

/** A word short enough for an arrow. What the operator may do is nobody else's, so several persons are the parties. */
function roleWords(roles: string[]): string {
  if (roles.length === 1) return roles[0]!
  if (roles.toSorted().join() === 'merchant,payer') return bothParties
  throw new Error(`there is no word for the roles ${roles.join(', ')}`)
}
