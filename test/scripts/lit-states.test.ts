/** Every state in which an actor may stand is lit in what the dashboard shows of it. */
import { expect, test } from 'vitest'
import type { AnyStateNode, StateValue } from 'xstate'
import { allStates, pathOf } from '../../scripts/diagrams/chart.ts'
import { machines } from '../../scripts/diagrams/machines.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import { drawState } from '../../src/store/views/diagram.ts'

const states = machines.flatMap((machine) =>
  allStates(machine)
    .filter((state) => Object.keys(state.states).length === 0)
    .map((state) => [machine.id as ActorKind, pathOf(state), state] as const),
)

test.each(states)('%s in %s', async (kind, _, state) => {
  const drawing = await drawState(kind, valueOf(state.path))
  const lit = [...drawing!.matchAll(/ active" data-state="([^"]*)"/g)].map(([, path]) => path)
  expect(lit).toEqual(state.path.map((__, depth) => state.path.slice(0, depth + 1).join('.')))
  expect(drawing!.match(/<svg /g)).toHaveLength(drawing!.match(/<\/svg>/g)!.length)
})

/** As XState keeps it: `{ Active: 'Current' }`. */
const valueOf = (path: AnyStateNode['path']): StateValue =>
  path.length === 1 ? path[0]! : { [path[0]!]: valueOf(path.slice(1)) }
