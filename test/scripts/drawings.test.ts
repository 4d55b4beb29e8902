/**
 * The pictures of the machines say what the machines do. For every state, every event and every answer that its guards
 * may give, the way that the machine takes is compared with what the words say.
 */
import { describe, expect, test } from 'vitest'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { allStates, pathOf } from '../../src/core/lifecycles/chart.ts'
import { diagramFiles } from '../../scripts/diagrams/files.ts'
import { machines } from '../../src/core/lifecycles/machines.ts'
import { type DrawnWay, every, readPicture } from '../support/drawn-ways.ts'
import { alternativesAt, answersOf, holds, isElse, type Alternative } from '../support/reactions.ts'

/** Only the tables show what a reorganisation takes back. */
const isReorganisation = /reorged$/i
const files = await diagramFiles()

const compound = (machine: AnyStateMachine) =>
  allStates(machine).filter(({ type, path }) => type === 'compound' && path.length > 0)
const leavesOf = (state: AnyStateNode): AnyStateNode[] => {
  const inner = Object.values<AnyStateNode>(state.states)
  return inner.length === 0 ? [state] : inner.flatMap(leavesOf)
}
const drawingOf = (machine: AnyStateMachine, status: string): string => {
  const name = status ? `${machine.id}-${status.toLowerCase()}` : machine.id
  return files.get(`machines/drawings/${name}.svg`)!
}

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test.each(['', ...compound(machine).map(pathOf)])(
    'what leads on is true in its picture %s',
    (path) => {
      const { out } = readPicture(drawingOf(machine, path), path)
      const level = allStates(machine).find((state) => pathOf(state) === path)!
      const used = Object.values<AnyStateNode>(level.states).flatMap((card) =>
        leavesOf(card).flatMap((leaf) => {
          const own = out.filter(({ from }) =>
            namesOf(leaf, path).some((name) => from.includes(name)),
          )
          return compare(leaf, own, (alternative) => placeIn(level, card, alternative))
        }),
      )
      expect(out.filter((way) => !used.includes(way))).toEqual([])
    },
  )

  test.each(compound(machine).map((state) => [pathOf(state), state] as const))(
    'what leads to its phases of %s is true',
    (path, status) => {
      const { into } = readPicture(drawingOf(machine, path), path)
      const others = Object.values<AnyStateNode>(machine.root.states).filter(
        (one) => one !== status,
      )
      const used = others.flatMap(leavesOf).flatMap((leaf) => {
        const own = into.filter(({ from }) => namesOf(leaf, '').some((name) => from.includes(name)))
        return compare(leaf, own, ({ target }) => {
          const place = target === path ? pathOf(status.initial.target![0]!) : target
          return place?.startsWith(`${path}.`) ? place : undefined
        })
      })
      expect(into.filter((way) => !used.includes(way))).toEqual([])
    },
  )
})

/** Finds where a picture shows that a way leads; null where the state stays, undefined where it is not shown. */
type Places = (alternative: Alternative) => string | null | undefined

/** The names by which a picture may speak of a state: its own, its status', and all phases at once. */
function namesOf(leaf: AnyStateNode, status: string): string[] {
  const path = pathOf(leaf)
  const names = leaf.path.map((__, index) => leaf.path.slice(0, index + 1).join('.'))
  return path.startsWith(`${status}.`) ? [...names, every] : names
}

function placeIn(level: AnyStateNode, card: AnyStateNode, { target, isButton }: Alternative) {
  const isLeaf = Object.keys(card.states).length === 0
  if (target === null) return isButton && isLeaf ? null : undefined
  const place = target === pathOf(level) ? pathOf(level.initial.target![0]!) : target
  const cards = Object.values<AnyStateNode>(level.states)
  const to = cards.find((one) => `${place}.`.startsWith(`${pathOf(one)}.`))
  if (to === card && !isLeaf) return undefined
  return to ? pathOf(to) : place
}

/** Expects that words and machine agree about a state, and returns the ways that some event takes. */
function compare(leaf: AnyStateNode, drawn: DrawnWay[], placeOf: Places): DrawnWay[] {
  const used = new Set<DrawnWay>()
  const lies: string[] = []
  for (const alternatives of alternativesAt(leaf)) {
    const [{ eventType, cause }] = alternatives
    if (isReorganisation.test(eventType)) continue
    const own = drawn.filter((way) => way.cause === cause)
    for (const answers of answersOf(alternatives)) {
      const taken = alternatives.find(({ guard }) => guard === '' || answers.get(guard))
      const place = taken && placeOf(taken)
      const said = own.filter(({ condition }) => holds(condition, answers))
      const rightly = said.filter(({ to }) => to === place)
      const wrongly = said.filter((way) => way.to !== place)
      // A condition that begins with "else" counts only where nothing else that is drawn does.
      const false_ = wrongly.filter(({ condition }) => !isElse(condition) || rightly.length === 0)
      const isMissing = place !== undefined && rightly.length === 0
      if (isMissing || false_.length > 0)
        lies.push(
          `${pathOf(leaf)}: ${cause}, ${[...answers].join(' ')}: ${taken?.target} is not drawn so`,
        )
      for (const way of rightly) used.add(way)
    }
  }
  expect(lies).toEqual([])
  return [...used]
}
