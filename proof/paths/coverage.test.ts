/** Every transition of every machine is on a planned path; which of them is lived is for the paths' own tests. */
import { describe, expect, test } from 'vitest'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { effectiveTransitions } from '../../test/support/transitions.ts'
import { conformanceOf, isCovered, missingIn } from './conformance.ts'
import { plannedPaths } from './planned.ts'

const planned = plannedPaths()
const machines = conformanceOf(planned)

describe.each(machines)('the paths of a $kind', (machine) => {
  test('take every transition', () => {
    // After a change of a machine: npm run generate -- store-paths, and read the difference.
    expect(missingIn([machine])).toEqual([])
  })

  test('take nothing that is said to be never taken', () => {
    const excused = machine.transitions.filter(({ exception }) => exception !== null)
    expect(excused.filter(isCovered).map(({ transition }) => transition)).toEqual([])
  })
})

test('no path takes a transition that no machine has', () => {
  const known = new Set(
    actorKinds.flatMap((kind) => effectiveTransitions(kind).map((name) => `${kind}: ${name}`)),
  )
  const unknown = planned.flatMap(({ id, transitions }) =>
    transitions.filter((name) => !known.has(name)).map((name) => `${id} ${name}`),
  )
  expect(unknown).toEqual([])
})

test('every path has an id of its own', () => {
  const ids = planned.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
