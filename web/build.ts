/**
 * Builds the hosted pages with Vite, once for every state of their sources: a build lives in a
 * folder named by the hash of what it was made from, so that "is it fresh" is "is it there", and
 * processes that start at the same time cannot disturb each other.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const viteProgram = join(import.meta.dirname, 'run-vite.ts')
const builds = join(import.meta.dirname, 'dist', 'pages')

/** Everything that the built pages depend on, besides the programs named in the lock. */
const inputs = [
  'web/*.{html,ts}',
  'web/{checkout,dashboard,docs,machines,manage,widget}/**/*',
  'web/{browser,input,messages,parts,session,style,subscription,wallet,walletconnect}/**/*',
  // The simulator takes turns as the service does.
  'machines/**/*.ts',
  'src/{core,shared}/**/*.ts',
  'src/chain/abi/*.ts',
  'package-lock.json',
]

export const payerPageNames = ['checkout', 'widget', 'manage'] as const
export type PageName = (typeof payerPageNames)[number] | 'dashboard' | 'docs' | 'machines'

const viteTimeoutMs = 120_000
const keepUnusedMs = 24 * 60 * 60 * 1000

const run = promisify(execFile)

export type Build = {
  /** Absolute; holds a page's HTML as `checkout.html`, and the `assets/` of all pages. */
  folder: string
}

/** Found once: a process goes on with the sources that it has started with. */
let found: Promise<Build> | undefined

/**
 * Finds the build of the sources that this process has started with. Takes milliseconds where they have been built already, and
 * else some seconds of another process: whoever needs it later calls it early.
 */
export function findPages(): Promise<Build> {
  found ??= buildPages().catch((cause: unknown) => {
    found = undefined
    throw new Error(
      `the pages in web/ cannot be built: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  })
  return found
}

/** Builds the pages if there is no build of the present sources; else takes milliseconds. */
export async function buildPages(): Promise<Build> {
  const folder = join(builds, hashOfInputs())
  if (existsSync(folder)) return { folder }
  const draft = join(builds, `draft-${randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    await runVite(draft)
    await publish(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await removeUnused(folder)
  return { folder }
}

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    if (!/\.\w+$/.test(path)) continue
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Vite works in a process of its own: loaded once, it would keep 200 MB of a service for ever. Whoever starts
 * it, it builds the same: with the NODE_ENV of a test it would build 4 kB more of help for developers.
 */
async function runVite(folder: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, [viteProgram, folder], { env, timeout: viteTimeoutMs })
}

/**
 * Takes effect at once or not at all; of two builds at the same time the second finds the first's.
 */
async function publish(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

async function removeUnused(current: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const folder = join(builds, name)
    if (relative(folder, current) === '') continue
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > keepUnusedMs) await rm(folder, { recursive: true, force: true })
  }
}
