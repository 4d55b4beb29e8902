/**
 * Finds the routes from card to card in one picture. A picture shows the states of one level: the statuses of a
 * machine, or the phases of one status. A card stands for all states within it, so a route says in which of them it
 * holds.
 */
import { guardWords as sentences } from '../../src/core/story/guard-words.ts'
import type { Lifecycle, State, Way, WayKind } from '../../src/core/lifecycles/model.ts'
import { withInner } from '../../src/core/lifecycles/model.ts'
import { waysAt } from '../../src/core/lifecycles/reactions.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import { type Outcome, outcomesOf, type Places } from './outcomes.ts'

export type Cause = {
  kind: WayKind
  eventType: string
  /** The button's label, the wait or the event. */
  words: string
  /** The role that may press; only for commands. */
  role: string | null
  /** Says nothing but whether the button is there, in words that repeat it; null where there is no such condition. */
  permission: Permission | null
}

export type Permission = {
  /** `may pause`, of the button "Pause". */
  words: string
  /** What holds then. */
  sentence: string
}

export type Route = Cause & {
  condition: string
  /** The path of a card. */
  from: string
  /** The states within the card in which it holds; empty where in all. */
  phases: string[]
  /** The path of a card, or of a state that is in another picture; null where nothing is left. */
  to: string | null
  /** It is written on the state around the cards, for all of them. */
  isShared: boolean
}

/** A picture leaves to the tables what a reorganisation of the chain takes back. */
const takesBack = /reorged$/i

/** All routes from the states on one level, in the order of the chart. `status` is null for the machine. */
export function routesOf(lifecycle: Lifecycle, status: State | null): Route[] {
  const cards = status?.children ?? lifecycle.states
  return cards.flatMap((card) => routesFrom(lifecycle, card, placesAmong(cards, card, status)))
}

/** Finds the routes from other statuses to the phases of this one, and which phase each leads to. */
export function routesInto(lifecycle: Lifecycle, status: State): Route[] {
  const placeOf: Places = ({ to }) => {
    const target = to === status.path ? status.initial : to
    return status.children.some(({ path }) => path === target) ? target : null
  }
  const others = lifecycle.states.filter(({ path }) => path !== status.path)
  return others
    .flatMap((other) => routesFrom(lifecycle, other, placeOf))
    .filter(({ to }) => to !== null)
}

/** Names the card that a way leads to, or the state itself where no card stands for it. */
function placesAmong(cards: State[], from: State, status: State | null): Places {
  return ({ to }) => {
    const target = to !== null && to === status?.path ? status.initial : to
    const card = cards.find(({ path }) => target === path || target?.startsWith(`${path}.`))
    const staysInside = card === from && from.children.length > 0
    return staysInside ? null : (card?.path ?? target)
  }
}

function routesFrom(lifecycle: Lifecycle, card: State, placeOf: Places): Route[] {
  const states = leavesOf(card)
  const found = new Map<string, Route>()
  for (const state of states)
    for (const route of routesAt(lifecycle, state, card, placeOf)) {
      const { kind, eventType, words, role, permission, condition, to } = route
      const key = JSON.stringify([kind, eventType, words, role, permission, condition, to])
      const known = found.get(key) ?? route
      known.phases.push(state.path.slice(card.path.length + 1))
      found.set(key, known)
    }
  const waiting = states.filter(({ isDecision }) => !isDecision).length
  return [...found.values()].map((route) =>
    route.phases.length >= waiting ? { ...route, phases: [] } : route,
  )
}

function routesAt(lifecycle: Lifecycle, state: State, card: State, placeOf: Places): Route[] {
  const types = new Set(lifecycle.ways.map(({ eventType }) => eventType))
  const isShown = (way: Way) =>
    placeOf(way) !== null || (state === card && isButton(way) && way.to === null)
  return [...types]
    .filter((type) => !takesBack.test(type) && (type === '' || !state.isDecision))
    .flatMap((type) => {
      const outcomes = outcomesOf(waysAt(lifecycle, state, type), placeOf, isShown)
      return outcomes.map((outcome) => ({
        ...outcome,
        permission: permissionOf(lifecycle, outcome, outcomes),
      }))
    })
    .filter(({ way }) => isShown(way))
    .map(({ way, place, condition, permission }) => {
      const { kind, eventType, words, role } = way
      const isShared = way.from !== card.path && !way.from.startsWith(`${card.path}.`)
      return {
        kind,
        eventType,
        words,
        role,
        permission,
        condition: permission ? '' : condition,
        from: card.path,
        phases: [],
        to: place,
        isShared,
      }
    })
}

/** "Pause if may pause": the only outcome of a button, where its guard allows it. */
function permissionOf(
  { id }: Lifecycle,
  { way, condition }: Outcome,
  outcomes: Outcome[],
): Permission | null {
  const { role, guard, guardWords: words } = way
  if (role === null || !/^may[A-Z]\w*$/.test(guard) || condition !== `if ${words}`) return null
  const isAlone = outcomes.filter((other) => other.way.words === way.words).length === 1
  return isAlone ? { words, sentence: sentences[id as ActorKind][guard] ?? words } : null
}

const isButton = ({ role, isHarmless }: Way): boolean => role !== null && !isHarmless

/** The states without inner ones. */
const leavesOf = (state: State): State[] =>
  withInner([state]).filter(({ children }) => children.length === 0)
