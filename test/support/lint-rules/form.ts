/**
 * Rules about the declarations that a stored machine needs, and the powers of XState that it must
 * not use.
 */
import type { AnyStateNode } from 'xstate'
import { effect } from '../../../machines/effect.ts'
import { allStates } from '../../../src/core/lifecycles/chart.ts'
import type { Rule } from './rule.ts'

/** Memory, facts, and effects that depend on what is known. Everything else needs a live actor. */
const harmlessKinds = ['xstate.assign', 'xstate.emit', 'xstate.enqueueActions']
const effectSource = String(effect())

/** Stored snapshots carry the version; without one, nobody knows how to read them later. */
const hasAVersion: Rule = (machine) =>
  /^[1-9][0-9]*$/.test(machine.version ?? '') ? [] : ['the machine has no whole-numbered version']

const boundsItsOwnSteps: Rule = (machine) =>
  Number.isFinite(machine.options.maxIterations)
    ? []
    : ['maxIterations is not set; a loop of immediate transitions would never end']

/** Children live in a process, and a process ends. */
const invokesNothing: Rule = (machine) =>
  allStates(machine)
    .filter((state) => state.invoke.length > 0)
    .map((state) => `${state.id}: invokes an actor, which no snapshot brings back`)

const doesNothingItself: Rule = (machine) =>
  Object.entries(machine.implementations.actions)
    .filter(([, action]) => !isMemoryFactOrEffect(action))
    .map(([name]) => `the action '${name}' is neither memory, nor a fact, nor an effect`)

/** A wildcard swallows what nobody thought of, stale timers included. */
const catchesNothingBlindly: Rule = (machine) =>
  allStates(machine).flatMap((state) =>
    Object.keys(state.config.on ?? {})
      .filter((event) => event.includes('*') || event.startsWith('xstate.'))
      .map((event) => `${state.id}: listens to '${event}'`),
  )

/** Without `reenter`, a transition to the same state neither does its entry again nor restarts a timer. */
const meansWhatASelfTransitionSays: Rule = (machine) =>
  allStates(machine).flatMap((state) =>
    [...state.transitions.values()]
      .flat()
      .filter((way) => way.target?.[0] === state && !way.reenter && doesMoreOnEntry(state))
      .map((way) => `${state.id} on ${way.eventType}: targets itself without reenter`),
  )

export const formRules = [
  hasAVersion,
  boundsItsOwnSteps,
  invokesNothing,
  doesNothingItself,
  catchesNothingBlindly,
  meansWhatASelfTransitionSays,
]

const doesMoreOnEntry = ({ entry, exit }: AnyStateNode) => entry.length + exit.length > 0

function isMemoryFactOrEffect(action: unknown): boolean {
  if (typeof action !== 'function') return false
  const kind = 'type' in action ? String(action.type) : ''
  return harmlessKinds.includes(kind) || String(action) === effectSource
}
