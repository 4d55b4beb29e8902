/** Says which transition of which machine is on which path: of those that are planned, or of those that passed. */
import { type ActorKind, actorKinds } from '../../src/shared/stored-actor.ts'
import { neverTaken } from '../../test/support/never-taken.ts'
import { effectiveTransitions } from '../../test/support/transitions.ts'
import type { Ground, Path } from './path.ts'
import { notFromOutside } from './service/not-from-outside.ts'

/** The service first: it is what merchants have. */
export const grounds: readonly Ground[] = ['service', 'store']

export type Covered = {
  /** `Retrying on charge.confirm` */
  transition: string
  /** The ids of the paths that take it, the shortest first. */
  paths: Record<Ground, string[]>
  /** Why it is on no path; null where it has to be on one. */
  exception: string | null
  /** Why no path takes it from outside of a service; null where one does. */
  notFromOutside: string | null
}

export type MachineConformance = { kind: ActorKind; transitions: Covered[] }

export function conformanceOf(paths: readonly Path[]): MachineConformance[] {
  const shortestFirst = paths.toSorted((one, other) => one.steps.length - other.steps.length)
  const takers = Map.groupBy(
    shortestFirst.flatMap((path) => path.transitions.map((name) => ({ name, path }))),
    ({ name }) => name,
  )
  return actorKinds.map((kind) => ({
    kind,
    transitions: effectiveTransitions(kind).map((transition) => {
      const taking = (takers.get(`${kind}: ${transition}`) ?? []).map(({ path }) => path)
      const on = (ground: Ground) => idsOf(taking.filter((path) => path.ground === ground))
      const exception = exceptionOf(kind, transition)
      const paths = { service: on('service'), store: on('store') }
      const reason = notFromOutside[kind][transition] ?? null
      return { transition, paths, exception, notFromOutside: reason }
    }),
  }))
}

/** The transitions without a path that have to have one, as `charge: Retrying on charge.confirm`. */
export const missingIn = (machines: readonly MachineConformance[]): string[] =>
  machines.flatMap(({ kind, transitions }) =>
    transitions
      .filter((covered) => covered.exception === null && !isCovered(covered))
      .map(({ transition }) => `${kind}: ${transition}`),
  )

export const isCovered = ({ paths }: Covered): boolean =>
  grounds.some((ground) => paths[ground].length > 0)

export type Share = { taken: number; of: number; percent: number }

/** Returns how many of the transitions that can be taken are taken on a ground; rounded down, so 100 means all. */
export function shareOf(machines: readonly MachineConformance[], ground: Ground): Share {
  const takeable = machines
    .flatMap(({ transitions }) => transitions)
    .filter(({ exception }) => exception === null)
  const taken = takeable.filter(({ paths }) => paths[ground].length > 0).length
  return { taken, of: takeable.length, percent: Math.floor((100 * taken) / takeable.length) }
}

const idsOf = (paths: Path[]): string[] => [...new Set(paths.map(({ id }) => id))]

function exceptionOf(kind: ActorKind, transition: string): string | null {
  return neverTaken[kind]?.find((one) => one.transition === transition)?.because ?? null
}
