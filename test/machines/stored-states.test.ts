/** Stored actors of every released version can be restored. */
import { describe, expect, test } from 'vitest'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { statePath } from '../../src/core/turn/state-path.ts'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { restore, timersOf } from '../support/explore.ts'
import {
  answersOf,
  committedFixtures,
  fingerprintOf,
  nameOfFixture,
} from './fixtures/stored-states.ts'

const fixtures = committedFixtures()

const wayOn =
  'The machine has other states or timers than its stored ones. Before the first release: npm run generate -- fixtures --again. ' +
  'After it: raise `version`, write the upgrade into <kind>.upgrades.ts, and npm run generate -- fixtures.'

test.each(actorKinds)(
  'a %s has the states and timers of the stored ones of its version',
  (kind) => {
    const committed = fixtures.find(({ name }) => name === nameOfFixture(kind))
    const { machine } = actorDefinitions[kind]
    expect({ wayOn, states: fingerprintOf(machine) }).toEqual({
      wayOn,
      states: committed?.stored.fingerprint,
    })
  },
)

describe.each(fixtures)('the stored states of $name', ({ name, kind, stored: { snapshots } }) => {
  // A fixture of an earlier version cannot say what its states do with messages that came later.
  const isCurrent = name === nameOfFixture(kind)
  const known = new Set(snapshots.flatMap(({ accepts, refuses }) => [...accepts, ...refuses]))
  const comparable = (types: string[]) => types.filter((type) => isCurrent || known.has(type))

  test.each(snapshots)('$state is restored and answers as it did (P20)', (stored) => {
    const snapshot = restore(kind, stored)
    expect(statePath(snapshot.value)).toBe(stored.state)
    expect(timersOf(snapshot)).toEqual(expect.arrayContaining(Object.keys(stored.timers)))
    const { accepts, refuses } = answersOf(kind, stored)
    expect(comparable(accepts)).toEqual(stored.accepts)
    expect(comparable(refuses)).toEqual(stored.refuses)
  })
})
