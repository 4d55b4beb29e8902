import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actorKinds } from '../../../src/shared/stored-actor.ts'
import { grounds } from '../conformance.ts'
import { type PathResult, resultsDirectory } from '../path.ts'

/** Reads what became of the paths that ran last, by machine, the service's first, in the order of their numbers. */
export function readResults(): PathResult[] {
  if (!existsSync(resultsDirectory)) return []
  const files = readdirSync(resultsDirectory).filter((name) => name.endsWith('.json'))
  return files
    .map((name) => JSON.parse(readFileSync(join(resultsDirectory, name), 'utf8')) as PathResult)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || byNumber.compare(one.id, other.id))
}

/** Counts the paths that were skipped because something they need was missing, by the file for build servers. */
export const countSkipped = (junitXml: string): number => junitXml.match(/<skipped\b/g)?.length ?? 0

const placeOf = ({ kind, ground }: PathResult): number =>
  actorKinds.indexOf(kind) * grounds.length + grounds.indexOf(ground)

const byNumber = new Intl.Collator('en', { numeric: true })
