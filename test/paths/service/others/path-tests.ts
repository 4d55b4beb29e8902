/** Tests of paths that are lived together on one service, one test for each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Path, recordResult, repeatLine } from '../../path.ts'
import { selected } from '../../selection.ts'
import { openService, type RunningService } from '../running-service.ts'
import { type Lived, type Living, liveTogether } from './live-together.ts'

const allTimeoutMs = 300_000

/** Where no path is selected, no service is started and nothing fails. */
export function testPaths<One extends Path>(
  planned: readonly One[],
  toLiving: (service: RunningService, path: One) => Living,
): void {
  const paths = selected(planned)
  describe.skipIf(paths.length === 0)('on a running service', () => {
    let lived: Lived[] = []
    let service: RunningService | undefined
    beforeAll(async () => {
      const opened = await openService()
      service = opened
      lived = await liveTogether(
        opened,
        paths.map((path) => toLiving(opened, path)),
      )
    }, allTimeoutMs)
    afterAll(() => service?.stop())

    test.each(paths.map((path, index) => [titleOf(path), path, index] as const))(
      '%s',
      (_, path, index) => {
        const { failure, durationMs } = lived[index] ?? { failure: 'not lived', durationMs: 0 }
        const { id, kind, ground, steps, transitions } = path
        recordResult({ id, kind, ground, steps, transitions, failure, durationMs })
        expect(failure && `${failure}\n${repeatLine(path)}`).toBeNull()
      },
    )
  })
}

/** The id, and the states that it comes to. */
function titleOf({ id, steps }: Path): string {
  const states = steps.flatMap((step) => step.states)
  return `${id}: ${states.filter((state, index) => state !== states[index - 1]).join(' → ')}`
}
