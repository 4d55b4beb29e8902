/** Of the machines that are tried from outside, every transition is on a path or has a reason why not. */
import { describe, expect, test } from 'vitest'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { effectiveTransitions } from '../../support/transitions.ts'
import { neverTaken } from '../../support/never-taken.ts'
import { notFromOutside } from './not-from-outside.ts'
import { plannedPaths } from './planned-others.ts'

const taken = new Set(plannedPaths().flatMap(({ transitions }) => transitions))

describe.each(Object.entries(notFromOutside))('of a %s', (kind, reasons) => {
  test('what no path takes from outside is what has a reason', () => {
    const never = (neverTaken[kind as ActorKind] ?? []).map(({ transition }) => transition)
    const untaken = effectiveTransitions(kind as ActorKind).filter(
      (name) => !taken.has(`${kind}: ${name}`) && !never.includes(name),
    )
    expect(untaken).toEqual(Object.keys(reasons))
  })
})

test('every path has an id of its own', () => {
  const ids = plannedPaths().map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
