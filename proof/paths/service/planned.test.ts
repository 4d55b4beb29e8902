/** Every transition of every machine is on a path of a service, or has a reason why none takes it from outside. */
import { describe, expect, test } from 'vitest'
import { conformanceOf } from '../conformance.ts'
import { plannedPaths } from '../planned.ts'
import { notFromOutside } from './not-from-outside.ts'

describe.each(conformanceOf(plannedPaths()))('of a $kind', ({ kind, transitions }) => {
  test('what no path takes from outside is what has a reason', () => {
    const untaken = transitions
      .filter(({ paths, exception }) => paths.service.length === 0 && exception === null)
      .map(({ transition }) => transition)
    expect(untaken.toSorted()).toEqual(Object.keys(notFromOutside[kind]).toSorted())
  })
})
