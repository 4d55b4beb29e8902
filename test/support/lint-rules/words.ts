/** A chart is read by people: states say what they mean, buttons have names, guards read as permission. */
import { allStates, isHarmless, transitionsOf } from '../../../src/core/lifecycles/chart.ts'
import type { Rule } from './rule.ts'

const permission = /^(may|is|are|was|were|has|have|had|can|all|allows|no|none|needs)[A-Z]/
const wait = /^until[A-Z]/
const sentence = /^[A-Z0-9].*[.!?]$/s
const roles = ['merchant', 'payer', 'operator']

const everyStateIsDescribed: Rule = (machine) =>
  allStates(machine)
    .filter((state) => !sentence.test(state.config.description ?? ''))
    .map((state) => `${state.id}: has no description that is a sentence`)

const guardsReadAsPermission: Rule = (machine) =>
  Object.keys(machine.implementations.guards)
    .filter((name) => !permission.test(name))
    .map((name) => `the guard '${name}' does not read as permission`)

const delaysReadAsAWait: Rule = (machine) =>
  Object.keys(machine.implementations.delays)
    .filter((name) => !wait.test(name))
    .map((name) => `the delay '${name}' does not read as a wait: until…`)

/** An event that somebody may press in one state has a name and an owner wherever it is accepted. */
const everyCommandHasALabelAndRoles: Rule = (machine) => {
  const transitions = allStates(machine).flatMap(transitionsOf)
  const commands = new Set(transitions.filter(({ meta }) => meta).map((way) => way.eventType))
  return transitions
    .filter((way) => commands.has(way.eventType) && !isHarmless(way))
    .filter(({ meta }) => !meta?.['label'] || !areKnownRoles(meta['roles']))
    .map((way) => `${way.source.id} on ${way.eventType}: a command without label and roles`)
}

const areKnownRoles = (named: unknown): boolean =>
  Array.isArray(named) && named.length > 0 && named.every((role) => roles.includes(role))

/** The sender of a command is looked up by its type alone. */
const everyCommandHasTheSameRoles: Rule = (machine) => {
  const transitions = allStates(machine).flatMap(transitionsOf)
  const commands = Map.groupBy(
    transitions.filter(({ meta }) => meta),
    ({ eventType }) => eventType,
  )
  return [...commands]
    .filter(([, ways]) => new Set(ways.map(({ meta }) => String(meta?.['roles']))).size > 1)
    .map(([type]) => `${type}: a command with other roles in other states`)
}

export const wordRules = [
  everyStateIsDescribed,
  guardsReadAsPermission,
  delaysReadAsAWait,
  everyCommandHasALabelAndRoles,
  everyCommandHasTheSameRoles,
]
