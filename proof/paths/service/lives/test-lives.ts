/**
 * Tests of lives: subscriptions, their charges and customers live on a running service as their models do, act by act.
 * Two files share them, so that they are lived on two services at once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordResult, repeatLine } from '../../path.ts'
import { selected } from '../../selection.ts'
import { isLivedAlone, type Life } from './act.ts'
import { type Lived, liveTogether } from './live-together.ts'
import { plannedLives } from './lives.ts'
import { findMissing } from '../needs.ts'
import { openService, type RunningService, type StartedAs } from '../running-service.ts'

const groupTimeoutMs = 600_000

/** If none of them is selected, no service is started and nothing fails. */
export function testLives(isOwn: (life: Life) => boolean, startedAs: StartedAs = {}): void {
  const paths = selected(plannedLives()).filter(({ life }) => isOwn(life))
  describe.skipIf(paths.length === 0)('on a running service', () => {
    const lived = new Map<string, Lived>()
    let missing = new Map<string, string>()
    let service: RunningService | undefined

    beforeAll(async () => {
      service = await openService(startedAs)
      missing = await findMissing(service, paths)
      const possible = paths.filter(({ id }) => !missing.has(id))
      const groups = [
        ...Map.groupBy(possible, ({ id, life }) =>
          isLivedAlone(life) ? id : life.conditions,
        ).values(),
      ]
      // The fewest first: those that were lived go on beside the next ones, and cost time.
      for (const group of groups.toSorted((one, other) => one.length - other.length)) {
        const lives = group.map(({ life }) => life)
        const ends = await liveTogether(service, lives[0]!.conditions, lives).catch(
          (error: unknown) => group.map((): Lived => ({ failure: String(error), durationMs: 0 })),
        )
        for (const [index, path] of group.entries()) lived.set(path.id, ends[index]!)
      }
    }, groupTimeoutMs)
    afterAll(() => service?.stop())

    test.for(paths.map((path) => [path.id, path] as const))('%s', ([id, path], { skip }) => {
      const lack = missing.get(id)
      if (lack !== undefined) return skip(lack)
      const { failure, durationMs } = lived.get(id) ?? {
        failure: 'it was not lived',
        durationMs: 0,
      }
      const { kind, ground, steps, transitions } = path
      recordResult({ id, kind, ground, steps, transitions, failure, durationMs })
      expect(failure && `${failure}\n${repeatLine(path)}`).toBeNull()
    })
  })
}
