/** The machines of a revision, loaded beside today's: only `machines/` is taken out, which knows nothing else of ours. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import { z } from 'zod'
import { type Lifecycle, toLifecycle } from '../../src/lifecycles/model.ts'
import { errorText } from '../../src/shared/errors.ts'

/** One machine, with what its folder and the files that all machines share say in their text. */
export type LoadedMachine = {
  machine: AnyStateMachine
  lifecycle: Lifecycle
  /** The JSON schema of each event that it takes, by type. */
  events: Map<string, object>
  /** The text of every declaration at the top of a file, by its name. */
  declarations: Map<string, string>
}

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, '.cache', 'machines-of-revisions')

/** Loads the machines of a Git revision, or of the working tree for null. Throws a sentence for people. */
export async function loadMachines(
  revision: string | null,
  repository = root,
): Promise<Map<string, LoadedMachine>> {
  const folder = revision === null ? join(repository, 'machines') : takeOut(revision, repository)
  const shared = globSync('*.ts', { cwd: folder }).map((name) => join(folder, name))
  const loaded = new Map<string, LoadedMachine>()
  for (const path of globSync('*/*.machine.ts', { cwd: folder }).toSorted()) {
    const own = await load(join(folder, path), shared, revision)
    loaded.set(own.lifecycle.id, own)
  }
  if (loaded.size === 0) throw new Error(`${nameOf(revision)} has no machines/*/*.machine.ts`)
  return loaded
}

const nameOf = (revision: string | null) => revision ?? 'the working tree'

async function load(
  path: string,
  shared: string[],
  revision: string | null,
): Promise<LoadedMachine> {
  try {
    const machine = await importOne<AnyStateMachine>(path, /Machine$/)
    const Event = await importOne<z.ZodType>(path.replace('.machine.ts', '.events.ts'), /Event$/)
    const files = [
      ...shared,
      ...globSync('**/*.ts', { cwd: dirname(path) }).map((name) => join(dirname(path), name)),
    ]
    return {
      machine,
      lifecycle: toLifecycle(machine),
      events: schemasOf(Event),
      declarations: declarationsIn(files),
    }
  } catch (error) {
    throw new Error(
      `machines/${basename(dirname(path))} of ${nameOf(revision)} cannot be read as machines are today: ${errorText(error)}`,
      { cause: error },
    )
  }
}

async function importOne<Value>(path: string, name: RegExp): Promise<Value> {
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
  const [found] = Object.entries(module).filter(([key]) => name.test(key))
  if (!found)
    throw new Error(
      `${basename(path)} exports nothing whose name ends with ${name.source.slice(0, -1)}`,
    )
  return found[1] as Value
}

/** Takes `machines/` out of the revision, once for each state of it. */
function takeOut(revision: string, repository: string): string {
  const git = (...given: string[]) =>
    execFileSync('git', given, {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 26,
    })
  let tree: string
  try {
    tree = git('rev-parse', '--verify', `${revision}^{commit}:machines`).toString().trim()
  } catch {
    throw new Error(
      `There is no revision '${revision}' with a folder machines/. Name a commit, branch or tag of this repository; 'git log --oneline -- machines' lists those that changed a machine.`,
    )
  }
  const folder = join(cache, tree, 'machines')
  if (existsSync(folder)) return folder
  const draft = join(cache, `${tree}-${process.pid}`)
  mkdirSync(join(draft, 'machines'), { recursive: true })
  const archive = git('archive', '--format=tar', tree)
  execFileSync('tar', ['-x', '-C', join(draft, 'machines')], { input: archive })
  if (existsSync(dirname(folder))) rmSync(draft, { recursive: true })
  else renameSync(draft, dirname(folder))
  return folder
}

type EventSchema = {
  oneOf?: EventSchema[]
  anyOf?: EventSchema[]
  properties?: { type?: { const?: string } }
}

function schemasOf(Event: z.ZodType): Map<string, object> {
  const { oneOf, anyOf, ...only } = z.toJSONSchema(Event, { unrepresentable: 'any' }) as EventSchema
  const schemas = oneOf ?? anyOf ?? [only]
  return new Map(schemas.map((one) => [one.properties?.type?.const ?? '', one]))
}

const declarationStart = /^(?:export )?(?:const|function|async function|class|type|interface) (\w+)/

/** Files are formatted, so what stands at the left edge begins or ends a declaration. */
function declarationsIn(paths: string[]): Map<string, string> {
  const declarations = new Map<string, string>()
  for (const path of paths) {
    let name = ''
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const [, started] = declarationStart.exec(line) ?? []
      if (started) name = started
      else if (/^(?:import|export|\/\*\*| \*|\/\/)/.test(line)) name = ''
      if (name) declarations.set(name, `${declarations.get(name) ?? ''}${line}\n`)
    }
  }
  return declarations
}
