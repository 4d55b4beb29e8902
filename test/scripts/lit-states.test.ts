/** Every state in which an actor may stand is lit in what the dashboard shows of it. */
import { expect, test } from 'vitest'
import { allStates, pathOf } from '../../src/core/lifecycles/chart.ts'
import { machines } from '../../src/core/lifecycles/machines.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import { drawState } from '../../src/store/views/entities/diagram.ts'

const states = machines.flatMap((machine) =>
  allStates(machine)
    .filter((state) => Object.keys(state.states).length === 0)
    .map((state) => [machine.id as ActorKind, pathOf(state), state] as const),
)

test.each(states)('%s in %s', async (kind, _, state) => {
  const drawing = await drawState(kind, { at: state.path.join('.'), states: [], ways: [] })
  const lit = [...drawing!.matchAll(/ active" data-state="([^"]*)"/g)].map(([, path]) => path)
  expect(lit).toEqual(state.path.map((__, depth) => state.path.slice(0, depth + 1).join('.')))
  expect(drawing!.match(/<svg /g)).toHaveLength(drawing!.match(/<\/svg>/g)!.length)
})

test('the states and ways that led there are marked, between statuses and between phases', async () => {
  const drawing = await drawState('charge', {
    at: 'Pending.HeldBack',
    states: ['Pending.Requested', 'Pending.HeldBack', 'Retrying.Waiting'],
    ways: [
      { from: 'Pending.Requested', to: 'Pending.HeldBack' },
      { from: 'Pending.Requested', to: 'Retrying.Waiting' },
    ],
  })
  const walked = (attribute: string) =>
    [...drawing!.matchAll(new RegExp(`walked" data-${attribute}="([^"]*)"`, 'g'))].map(
      ([, name]) => name,
    )
  expect(new Set(walked('state'))).toEqual(
    new Set(['Pending', 'Retrying', 'Pending.Requested', 'Pending.HeldBack']),
  )
  expect(new Set(walked('route'))).toEqual(
    new Set(['Pending &gt; Retrying', 'Pending.Requested &gt; Pending.HeldBack']),
  )
})
