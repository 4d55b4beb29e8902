/** Writes what became of paths: a page to look at, and the report of conformance. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { conformanceOf, missingIn } from '../conformance.ts'
import type { PathResult } from '../path.ts'
import { toConformancePage } from './conformance-page.ts'
import { type DrawnPicture, drawMachine } from './drawn-machines.ts'
import { toReportPage } from './report-page.ts'

const reportFile = '.cache/paths/report.html'
const conformanceFile = '.cache/paths/conformance.md'

/**
 * Returns the files that were written, and the transitions that no path took and passed. Where a part of the paths
 * ran, other machines than theirs are left out.
 */
export async function writeReports(
  results: readonly PathResult[],
  isAll: boolean,
): Promise<{ files: string[]; missing: string[] }> {
  const passed = results.filter(({ failure }) => failure === null)
  const machines = conformanceOf(passed).filter(
    ({ kind }) => isAll || results.some((result) => result.kind === kind),
  )
  const drawings = new Map<ActorKind, DrawnPicture[]>()
  for (const { kind } of machines) drawings.set(kind, await drawMachine(kind))
  const build = `${sayBuild()}${isAll ? '' : ' A part of all paths ran, and tells nothing of others.'}`
  mkdirSync(dirname(reportFile), { recursive: true })
  writeFileSync(reportFile, toReportPage({ build, results, machines, drawings }))
  writeFileSync(conformanceFile, toConformancePage(machines, build))
  return { files: [reportFile, conformanceFile], missing: missingIn(machines) }
}

/** Names the revision, where there is one, and says whether files differ from it. */
function sayBuild(): string {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  try {
    const args = ['describe', '--always', '--dirty=, with changes', '--abbrev=12']
    const revision = execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
    return `Revision ${revision}, ${at} UTC.`
  } catch {
    return `${at} UTC, without a revision.`
  }
}
