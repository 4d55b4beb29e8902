/** Tests of paths that are lived together on one service, one test for each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Path, recordResult, repeatLine } from '../../path.ts'
import { selected } from '../../selection.ts'
import { findMissing, type Need } from '../needs.ts'
import { openService, type RunningService } from '../running-service.ts'
import { type Lived, type Living, liveTogether } from './live-together.ts'

const allTimeoutMs = 300_000

/**
 * Tests the paths. If no path is selected, no service is started and nothing fails. A path that needs what the service
 * lacks is skipped, and says what it needs. `confirmations` are those of the chain of a service that is started.
 */
export function testPaths<One extends Path & { needs?: Need }>(
  planned: readonly One[],
  toLiving: (service: RunningService, path: One) => Living,
  { confirmations = 1 } = {},
): void {
  const paths = selected(planned)
  describe.skipIf(paths.length === 0)('on a running service', () => {
    const ends = new Map<string, Lived>()
    let missing = new Map<string, string>()
    let service: RunningService | undefined
    beforeAll(async () => {
      const opened = await openService({ confirmations })
      service = opened
      missing = await findMissing(opened, paths)
      const possible = paths.filter(({ id }) => !missing.has(id))
      const living = possible.map((path) => toLiving(opened, path))
      for (const [index, lived] of (await liveTogether(opened, living)).entries())
        ends.set(possible[index]!.id, lived)
    }, allTimeoutMs)
    afterAll(() => service?.stop())

    test.for(paths.map((path) => [titleOf(path), path] as const))('%s', ([, path], { skip }) => {
      const lack = missing.get(path.id)
      if (lack !== undefined) return skip(lack)
      const { failure, durationMs } = ends.get(path.id) ?? {
        failure: 'it was not lived',
        durationMs: 0,
      }
      const { id, kind, ground, steps, transitions } = path
      recordResult({ id, kind, ground, steps, transitions, failure, durationMs })
      expect(failure && `${failure}\n${repeatLine(path)}`).toBeNull()
    })
  })
}

/** The id, and the states that it comes to. */
function titleOf({ id, steps }: Path): string {
  const states = steps.flatMap((step) => step.states)
  return `${id}: ${states.filter((state, index) => state !== states[index - 1]).join(' → ')}`
}
