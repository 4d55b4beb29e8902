/** The names of a state: `Active.Charging` as a whole, status `Active`, phase `Charging`. */
import type { StateValue } from 'xstate'

export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? key : `${key}.${statePath(inner)}`))
    .join('|')
}

/** The outermost state: the public status. */
export const statusOf = (value: StateValue): string =>
  typeof value === 'string' ? value : (Object.keys(value)[0] ?? '')

/** What lies inside the status; empty where nothing does. */
export const phaseOf = (value: StateValue): string => {
  if (typeof value === 'string') return ''
  const inner = Object.values(value)[0]
  return inner === undefined ? '' : statePath(inner)
}
