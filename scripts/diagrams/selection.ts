/** Selects the routes of a picture that are drawn as arrows. */
import type { State } from '../../src/core/lifecycles/model.ts'
import type { Route } from './routes.ts'

/** A reader can follow so many arrows. */
const arrowsMax = 14

export const pairOf = ({ from, to }: Pick<Route, 'from' | 'to'>): string => `${from} > ${to}`

/**
 * The routes that are drawn. Where there are too many, of all states with the same way out one has it: of
 * those before the target one that is joined to it anyway, or the nearest; of those after it the last.
 */
export function drawnAmong(routes: Route[], cards: State[]): Route[] {
  const drawable = routes.filter((route) => !isSaidInRow(route, routes, cards))
  if (new Set(drawable.map(pairOf)).size <= arrowsMax) return drawable
  const order = (path: string | null) => cards.findIndex((card) => card.path === path)
  const isBefore = ({ from, to }: Route) => order(to) < 0 || order(from) < order(to)
  return oneOfEach(drawable, isBefore)
}

function oneOfEach(routes: Route[], isBefore: (route: Route) => boolean): Route[] {
  const groups = Map.groupBy(routes, ({ eventType, to }) => `${eventType} ${to}`)
  const candidates = [...groups.values()].map((group) =>
    group.some(isBefore) ? commonest(group.filter(isBefore)) : commonest(group).slice(-1),
  )
  const pairs = new Set(
    candidates
      .filter((group) => group.length === 1)
      .flat()
      .map(pairOf),
  )
  const chosen = candidates.map((group) => {
    const route = group.findLast((one) => pairs.has(pairOf(one))) ?? group.at(-1)!
    pairs.add(pairOf(route))
    return route
  })
  return routes.filter((route) => chosen.includes(route))
}

/** The routes with the condition that most of them have, or the first one. */
function commonest(routes: Route[]): Route[] {
  const groups = [...Map.groupBy(routes, ({ condition }) => condition).values()]
  return groups.toSorted((one, other) => other.length - one.length)[0]!
}

/** Says whether a row repeats a route although an arrow joins the two cards. */
function isSaidInRow(route: Route, routes: Route[], cards: State[]): boolean {
  const order = (path: string | null) => cards.findIndex((card) => card.path === path)
  const from = cards[order(route.from)]!
  const to = cards[order(route.to)]
  if (route.to === null || to === from) return true
  if (to?.isDecision && order(from.path) > order(to.path)) return true
  if (from.isClosed && route.kind === 'event') return true
  return route.isShared && routes.filter((other) => isSame(other, route)).length > 1
}

const isSame = (one: Route, other: Route): boolean =>
  one.isShared &&
  one.eventType === other.eventType &&
  one.condition === other.condition &&
  one.to === other.to
