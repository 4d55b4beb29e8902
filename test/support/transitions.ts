/** The transitions of the machines by name, and which of them a turn takes: `Active.Charging on charge.failed [isFinal]`. */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import {
  allStates,
  guardText,
  isHarmless,
  pathOf,
  type Reference,
  transitionsOf,
} from '../../src/core/lifecycles/chart.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'

/** All transitions that do something, in the order of the chart. */
export const effectiveTransitions = (kind: ActorKind): string[] =>
  allStates(actorDefinitions[kind].machine)
    .flatMap(transitionsOf)
    .filter((transition) => !isHarmless(transition))
    .map(nameOf)

/** The snapshot as the turn sees it that is taken at `now`, in Unix milliseconds. */
export const stampedAt = (snapshot: AnyMachineSnapshot, now: number): AnyMachineSnapshot =>
  ({ ...snapshot, context: { ...snapshot.context, now } }) as AnyMachineSnapshot

/** The transitions that an accepted event takes, those that follow at once included. */
export function takenTransitions(
  kind: ActorKind,
  stamped: AnyMachineSnapshot,
  event: AnyEventObject,
): string[] {
  const { machine } = actorDefinitions[kind]
  const chosen = machine.getTransitionData(stamped, event as never) ?? []
  const steps = getMicrosteps(machine, stamped, event as never)
  return [...chosen, ...immediateOf(steps.map(([snapshot]) => snapshot))]
    .filter((transition) => !isHarmless(transition))
    .map(nameOf)
}

/** The transitions that are taken while an actor begins. */
export function beginningTransitions(kind: ActorKind, input: object, now: number): string[] {
  const steps = getInitialMicrosteps(actorDefinitions[kind].machine, { ...input, now } as never)
  return immediateOf(steps.map(([snapshot]) => snapshot)).map(nameOf)
}

/** The immediate transitions that led from one step to the next. */
function immediateOf(steps: AnyMachineSnapshot[]): AnyTransitionDefinition[] {
  return steps.flatMap((after, index) => {
    const ways = steps[index - 1]?._nodes.flatMap((state) => state.always ?? []) ?? []
    const way = ways.find(({ target }) => target?.some((state) => after._nodes.includes(state)))
    return way ? [way] : []
  })
}

function nameOf({ source, eventType, guard }: AnyTransitionDefinition): string {
  const condition = guardText(guard as Reference | undefined)
  const name = `${pathOf(source)} on ${eventType || 'at once'}`
  return condition ? `${name} [${condition}]` : name
}
