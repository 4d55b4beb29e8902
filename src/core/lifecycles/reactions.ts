/** Says what a state does with an event, the states around it included. */
import type { Lifecycle, State, Way } from './model.ts'

/**
 * The ways that an event may take, the innermost first. XState asks the state itself, and the states
 * around it only while every condition so far has refused.
 */
export function waysAt(lifecycle: Lifecycle, state: State, eventType: string): Way[] {
  const steps = state.path.split('.')
  const paths = steps.map((_, index) => steps.slice(0, steps.length - index).join('.'))
  const ways: Way[] = []
  for (const path of state.isFinal ? [] : [...paths, '']) {
    const own = lifecycle.ways.filter((way) => way.from === path && way.eventType === eventType)
    ways.push(...own)
    if (own.some(({ guard }) => guard === '')) break
  }
  return ways
}

/** Whether another way is asked first: it is written before on the same state, for the same event. */
export function isAfterOthers(way: Way, ways: Way[]): boolean {
  const alike = ways.filter(
    ({ from, eventType }) => from === way.from && eventType === way.eventType,
  )
  return alike.indexOf(way) > 0
}
