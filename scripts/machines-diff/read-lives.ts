/** The machines of a revision, each read by the code of its own revision: so a wait is as long as it was then. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Lifecycle, withInner } from '../../src/core/lifecycles/model.ts'
import type { Condition } from '../../src/core/lifecycles/conditions.ts'
import { errorText } from '../../src/shared/errors.ts'

export type Life = {
  lifecycle: Lifecycle
  /** What a guard asks, as a sentence, by its name. */
  sentences: ReadonlyMap<string, string>
  /** How long each wait is, in words, by its state and its event: `Active.Current xstate.after.…`. */
  waits: ReadonlyMap<string, string>
}

export const waitKey = (from: string, eventType: string): string => `${from} ${eventType}`

export const root = resolve(import.meta.dirname, '../..')
const parts = ['machines', 'src']
const archiveBytesMax = 1 << 28
const lifecyclesFolders = ['src/core/lifecycles', 'src/lifecycles']

/** Reads the machines of a Git revision, or of the working tree for null. Throws a sentence for people. */
export async function readLives(
  revision: string | null,
  repository = root,
): Promise<Map<string, Life>> {
  const folder = revision === null ? repository : takeOut(revision, repository)
  try {
    return await readFolder(folder)
  } catch (error) {
    throw new Error(
      `The machines of ${revision ?? 'the working tree'} cannot be read: ${errorText(error)}`,
      { cause: error },
    )
  }
}

async function readFolder(folder: string): Promise<Map<string, Life>> {
  // Revisions from before core have them in a folder of src.
  const place = lifecyclesFolders.find((path) => existsSync(join(folder, path)))
  if (place === undefined) throw new Error(`Nothing is in ${lifecyclesFolders.join(' or ')}.`)
  const from = (path: string) => pathToFileURL(join(folder, place, path)).href
  const [{ readMachines }, { waitLength }] = (await Promise.all([
    import(from('read-machines.ts')),
    import(from('waits.ts')),
  ])) as [
    typeof import('../../src/core/lifecycles/read-machines.ts'),
    typeof import('../../src/core/lifecycles/waits.ts'),
  ]
  return new Map(
    readMachines().map(({ kind, lifecycle, conditions }) => {
      const timers = lifecycle.ways.filter((way) => way.kind === 'timer')
      const waits = timers.map(
        (way) => [waitKey(way.from, way.eventType), waitLength(kind, way)] as const,
      )
      return [kind, { lifecycle, sentences: sentencesOf(conditions), waits: new Map(waits) }]
    }),
  )
}

const sentencesOf = (conditions: Condition[]): Map<string, string> =>
  new Map(conditions.map(({ name, sentence }) => [name, sentence]))

/** Takes what reads machines out of the revision, once for each state of it. */
function takeOut(revision: string, repository: string): string {
  const git = (...given: string[]) =>
    execFileSync('git', given, {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: archiveBytesMax,
    })
  let commit: string
  try {
    commit = git('rev-parse', '--verify', `${revision}^{commit}`).toString().trim()
    git('rev-parse', '--verify', `${commit}:machines`)
  } catch {
    throw new Error(
      `There is no revision '${revision}' with a folder machines/. Name a commit, branch or tag of this repository; 'git log --oneline -- machines' lists those that changed a machine.`,
    )
  }
  const folder = join(repository, '.cache', 'revisions', commit)
  if (existsSync(folder)) return folder
  const draft = `${folder}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  execFileSync('tar', ['-x', '-C', draft], {
    input: git('archive', '--format=tar', commit, ...parts),
  })
  mkdirSync(dirname(folder), { recursive: true })
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
  return folder
}

/** The changed lines of a machine's folder, as Git shows them; empty where there are none. */
export function codeDifference(
  kind: string,
  [before, after]: [string, string | null],
  repository = root,
): string {
  const folder = kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const revisions = after === null ? [before] : [before, after]
  return execFileSync('git', ['diff', ...revisions, '--', `machines/${folder}`], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: archiveBytesMax,
  })
}

/** The states in which something can happen, decisions included. */
export const leavesOf = ({ states }: Lifecycle) =>
  withInner(states).filter(({ children }) => children.length === 0)
