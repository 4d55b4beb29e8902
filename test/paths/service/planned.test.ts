/** Every transition of every machine is on a path of a service, or has a reason why nobody can take it from outside. */
import { describe, expect, test } from 'vitest'
import { actorKinds } from '../../../src/shared/stored-actor.ts'
import { neverTaken } from '../../support/never-taken.ts'
import { effectiveTransitions } from '../../support/transitions.ts'
import { plannedLives } from './lives/lives.ts'
import { notFromOutside } from './not-from-outside.ts'
import { plannedPaths } from './planned-others.ts'

const paths = [...plannedLives(), ...plannedPaths()]
const taken = new Set(paths.flatMap(({ transitions }) => transitions))

describe.each(actorKinds)('of a %s', (kind) => {
  test('what no path takes from outside is what has a reason', () => {
    const never = (neverTaken[kind] ?? []).map(({ transition }) => transition)
    const untaken = effectiveTransitions(kind).filter(
      (name) => !taken.has(`${kind}: ${name}`) && !never.includes(name),
    )
    expect(untaken.toSorted()).toEqual(Object.keys(notFromOutside[kind]).toSorted())
  })
})

test('every path has an id of its own', () => {
  const ids = paths.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
