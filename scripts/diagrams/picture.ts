/**
 * Decides which pictures a machine has, what they draw as arrows, and what they say in rows below.
 *
 * A machine has a picture of its statuses, and one of each status that has phases. Where a picture has
 * more arrows than a reader can follow, states with the same way out share one, and a row below names
 * the others. Also in rows: what holds for all phases of a status, what is heard after the end, and
 * what leads back to a decision.
 */
import type { Lifecycle, State, WayKind } from '../../src/core/lifecycles/model.ts'
import { withInner } from '../../src/core/lifecycles/model.ts'
import { drawingName, glanceName } from '../../src/store/views/entities/drawings.ts'
import { type Cause, type Route, routesInto, routesOf } from './routes.ts'
import { drawnAmong, pairOf } from './selection.ts'

/** All that leads from one card to another: one line in the picture. */
export type Arrow = {
  id: string
  from: string
  to: string
  kind: WayKind | 'mixed'
  routes: Route[]
}

/** One way out that several states have, or that has no arrow. */
export type Row = Cause & {
  condition: string
  /** Null where nothing is left. */
  to: string | null
  /** The paths of the states that have it. */
  from: string[]
}

export type Picture = {
  /** The name of its file: `subscription`, `subscription-active`. */
  id: string
  title: string
  version: string
  description: string
  /** The status whose phases it shows; null where it shows the statuses. */
  status: State | null
  cards: State[]
  /** States of other pictures to which an arrow leads. */
  outside: string[]
  /** The card with which everything begins; null where nothing leads to the status as a whole. */
  initial: string | null
  arrows: Arrow[]
  /** Commands that leave the state as it is, by the path of its card. */
  staying: Map<string, Route[]>
  rows: Row[]
  /** Routes that lead to the phases from other statuses. */
  rowsIn: Row[]
}

/** The pictures stand beside the machines, because the service shows them; the pages are documents. */
export const picturesFolder = 'machines/drawings'

/** The statuses first, then each status that has phases. */
export function picturesOf(lifecycle: Lifecycle): Picture[] {
  const statuses = withInner(lifecycle.states).filter(({ children }) => children.length > 0)
  return [null, ...statuses].map((status) => toPicture(lifecycle, status))
}

export const pictureIdOf = ({ id }: Lifecycle, status: State | null): string =>
  drawingName(id, status?.path ?? null)

/** A step of a story, by the paths of its states. */
type Step = { from: string; to: string }

/**
 * All of a machine at a glance: the names of its statuses, and the ways that the picture of the statuses draws, with those
 * of the steps by which one comes to each state. Arrows have no words; `routes` are what they stand for.
 */
export function glanceOf(lifecycle: Lifecycle, steps: Step[]) {
  const statuses = toPicture(lifecycle, null)
  const statusOf = (path: string) => path.split('.')[0]!
  const shown = new Set([
    ...statuses.arrows.map(({ id }) => id),
    ...steps.map(({ from, to }) => pairOf({ from: statusOf(from), to: statusOf(to) })),
  ])
  const between = ({ from, to }: Route) =>
    from !== to && statuses.cards.some((card) => card.path === to)
  const routes = routesOf(lifecycle, null).filter(
    (route) => between(route) && shown.has(pairOf(route)),
  )
  const picture: Picture = {
    ...statuses,
    id: glanceName(lifecycle.id),
    cards: statuses.cards.map((card) => ({ ...card, description: '', children: [] })),
    outside: [],
    arrows: arrowsOf(routes).map((arrow) => ({ ...arrow, routes: [] })),
    staying: new Map(),
    rows: [],
    rowsIn: [],
  }
  return { picture, routes: Map.groupBy(routes, pairOf) }
}

function toPicture(lifecycle: Lifecycle, status: State | null): Picture {
  const routes = routesOf(lifecycle, status)
  const cards = status?.children ?? lifecycle.states
  const drawn = drawnAmong(routes, cards)
  const isOnCard = ({ to, isShared }: Route) => to === null && !isShared
  const arrows = arrowsOf(drawn)
  return {
    id: pictureIdOf(lifecycle, status),
    title: status ? `${lifecycle.name}: ${status.path}` : lifecycle.name,
    version: lifecycle.version,
    description: status?.description ?? lifecycle.description,
    status,
    cards,
    outside: outsideOf(arrows, cards),
    initial: status ? initialOf(status, lifecycle) : lifecycle.initial,
    arrows,
    staying: Map.groupBy(routes.filter(isOnCard), ({ from }) => from),
    rows: rowsOf(routes.filter((route) => !drawn.includes(route) && !isOnCard(route))),
    rowsIn: status ? rowsOf(routesInto(lifecycle, status)) : [],
  }
}

function arrowsOf(routes: Route[]): Arrow[] {
  return [...Map.groupBy(routes, pairOf)].map(([id, group]) => {
    const kinds = new Set(group.map(({ kind }) => kind))
    const [{ from, to, kind }] = group as [Route]
    return { id, from, to: to!, kind: kinds.size === 1 ? kind : 'mixed', routes: group }
  })
}

const outsideOf = (arrows: Arrow[], cards: State[]): string[] => [
  ...new Set(arrows.map(({ to }) => to).filter((to) => !cards.some(({ path }) => path === to))),
]

/** A status begins with its first phase where something leads to it as a whole. */
const initialOf = ({ path, initial }: State, lifecycle: Lifecycle): string | null =>
  path === lifecycle.initial || lifecycle.ways.some(({ to }) => to === path) ? initial : null

const kindsInOrder: WayKind[] = ['command', 'timer', 'event', 'automatic']

function rowsOf(routes: Route[]): Row[] {
  const groups = Map.groupBy(
    routes,
    ({ kind, eventType, words, role, permission, condition, to }) =>
      JSON.stringify([kind, eventType, words, role, permission, condition, to]),
  )
  return [...groups.values()]
    .map((group) => {
      const [{ kind, eventType, words, role, permission, condition, to }] = group as [Route]
      const from = group.flatMap(sourcesOf)
      return { kind, eventType, words, role, permission, condition, to, from }
    })
    .sort((one, other) => kindsInOrder.indexOf(one.kind) - kindsInOrder.indexOf(other.kind))
}

const sourcesOf = ({ from, phases }: Route): string[] =>
  phases.length === 0 ? [from] : phases.map((phase) => `${from}.${phase}`)
