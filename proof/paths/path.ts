/**
 * A path: what is done to an actor, step by step, from its beginning, so that it takes transitions of machines that no
 * shorter path takes. What becomes of a path is written down, one file each, for the report of all of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActorKind } from '../../src/shared/stored-actor.ts'

/**
 * A path runs on one of these. `service`: a running service, by HTTP, transactions on its chain, and its test clock.
 * `store`: messages that are given to turns, which are committed to PostgreSQL.
 */
export type Ground = 'service' | 'store'

/** `does` is a sentence; `states` are the paths of the states of this kind's actor after it, in the order in which it came there. */
type PathStep = { does: string; states: string[] }

export type Path = {
  /** `subscription/12`; the same for the same machines. */
  id: string
  kind: ActorKind
  ground: Ground
  steps: PathStep[]
  /** All that it takes, also of other actors: `charge: Retrying on charge.confirm`. */
  transitions: string[]
}

export type PathResult = Path & {
  /** Null where it is what the model says. */
  failure: string | null
  durationMs: number
}

export const resultsDirectory = '.cache/paths/results'

/** The line that repeats a path by itself. */
export const repeatLine = ({ id }: Pick<Path, 'id'>): string => `npm run test:paths -- --path ${id}`

export function recordResult(result: PathResult): void {
  mkdirSync(resultsDirectory, { recursive: true })
  const file = join(resultsDirectory, `${result.id.replaceAll('/', '-')}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`)
}
