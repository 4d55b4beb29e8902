/** The names of a state: the path `Active.Charging`, the status `Active`, the phase `Charging`. */
import type { StateValue } from 'xstate'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'

export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? key : `${key}.${statePath(inner)}`))
    .join('|')
}

/** The outermost state: the public status. */
export const statusOf = (value: StateValue): StatusOf[ActorKind] =>
  (typeof value === 'string' ? value : Object.keys(value)[0]) as StatusOf[ActorKind]

/** Returns the state inside the status; empty where there is none. */
export const phaseOf = (value: StateValue): PhaseOf[ActorKind] => {
  const inner = typeof value === 'string' ? undefined : Object.values(value)[0]
  return (inner === undefined ? '' : statePath(inner)) as PhaseOf[ActorKind]
}
