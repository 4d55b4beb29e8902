/** Every name in a chart is declared, every declared name is used, and nothing is a function in place. */
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import {
  allStates,
  actionsOf,
  delayName,
  entryOf,
  exitOf,
  guardsWithin,
  isTimer,
  nameOf,
  transitionsOf,
  type Reference,
} from '../../../src/core/lifecycles/chart.ts'
import type { Rule } from './rule.ts'

type Use = { kind: 'actions' | 'guards' | 'delays'; reference: Reference; where: string }

const paramsLengthMax = 100

/** XState takes an unknown action for nothing to do, and an unknown delay for no time at all. */
const everyNameIsDeclared: Rule = (machine) =>
  usesOf(machine).flatMap(({ kind, reference, where }) => {
    const name = nameOf(reference)
    return name === undefined || name in machine.implementations[kind]
      ? []
      : [`${where}: ${kind} has no '${name}'`]
  })

const everyDeclaredNameIsUsed: Rule = (machine) => {
  const used = new Set(usesOf(machine).map(({ kind, reference }) => `${kind} ${nameOf(reference)}`))
  const choices = choicesOf(machine)
  return (['actions', 'guards', 'delays'] as const).flatMap((kind) =>
    Object.keys(machine.implementations[kind])
      .filter((name) => !used.has(`${kind} ${name}`) && !choices.includes(`'${name}'`))
      .map((name) => `${kind} declares '${name}', which the chart never uses`),
  )
}

/** A function in place has no name for the diagram, the outbox and the journal. */
const nothingIsAFunctionInPlace: Rule = (machine) =>
  usesOf(machine).flatMap(({ kind, reference, where }) => {
    if (typeof reference === 'function')
      return [`${where}: a function in place of a name (${kind})`]
    const params = typeof reference === 'object' ? reference.params : undefined
    if (typeof params !== 'function' || isOneLineOrNamed(params)) return []
    return [`${where}: the params of '${nameOf(reference)}' are more than one line`]
  })

export const nameRules = [everyNameIsDeclared, everyDeclaredNameIsUsed, nothingIsAFunctionInPlace]

function usesOf(machine: AnyStateMachine): Use[] {
  return allStates(machine).flatMap(usesOfState)
}

function usesOfState(state: AnyStateNode): Use[] {
  const uses = (kind: Use['kind'], references: Reference[], where: string): Use[] =>
    references.map((reference) => ({ kind, reference, where }))
  return [
    ...uses('actions', entryOf(state), `${state.id} on entry`),
    ...uses('actions', exitOf(state), `${state.id} on exit`),
    ...transitionsOf(state).flatMap((transition) => {
      const where = `${state.id} on ${transition.eventType || 'always'}`
      const isDelayed = isTimer(transition.eventType)
      return [
        ...uses('actions', actionsOf(transition), where),
        ...uses('guards', guardsWithin(transition.guard as Reference | undefined), where),
        ...uses('delays', isDelayed ? [delayName(transition.eventType)] : [], where),
      ]
    }),
  ]
}

/** The source of the actions that choose among others, with one kind of quotes. */
function choicesOf(machine: AnyStateMachine): string {
  const actions = Object.values(machine.implementations.actions) as { collect?: unknown }[]
  return actions.map(({ collect }) => String(collect).replaceAll('"', "'")).join(' ')
}

/**
 * A guard in place is one expression that fits on a line; a longer one has a name elsewhere. Formatting differs between
 * the source and what the test runner makes of it, so lines do not count.
 */
function isOneLineOrNamed(params: { name: string; toString(): string }): boolean {
  const text = params.toString().replaceAll(/\s+/g, ' ')
  return params.name !== 'params' || (/=> *[^ {]/.test(text) && text.length <= paramsLengthMax)
}
