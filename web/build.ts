/**
 * Builds the hosted pages with Vite, once for every state of their sources: a build lives in a
 * folder named by the hash of what it was made from, so that "is it fresh" is "is it there", and
 * processes that start at the same time cannot disturb each other.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = resolve(import.meta.dirname, '..')
const viteProgram = join(import.meta.dirname, 'run-vite.ts')
const builds = join(import.meta.dirname, 'dist', 'pages')

/** Everything that the built pages depend on, besides the programs named in the lock. */
const inputs = [
  'web/*.{html,ts}',
  'web/{checkout,dashboard,machines,manage,widget}/**/*',
  'web/{input,messages,parts,session,style,subscription,wallet,walletconnect}/**/*',
  // The simulator takes turns as the service does.
  'machines/**/*.ts',
  'src/{actors,explaining,lifecycles,shared,simulating,webhooks}/**/*.ts',
  'src/store/{states.ts,resources/*.ts}',
  'src/chain/abi/*.ts',
  'package-lock.json',
]

export const payerPageNames = ['checkout', 'widget', 'manage'] as const
export type PageName = (typeof payerPageNames)[number] | 'dashboard' | 'machines'

/** Pages that are built together share files; people of a merchant and payers share none. */
const builtTogether: readonly (readonly PageName[])[] = [
  payerPageNames,
  ['dashboard'],
  ['machines'],
]

const viteTimeoutMs = 120_000
const keepUnusedMs = 24 * 60 * 60 * 1000

const run = promisify(execFile)

export type Build = {
  /** Absolute; holds a page's HTML as `checkout.html`, and the `assets/` of all pages. */
  folder: string
}

/** Builds the pages if there is no build of the present sources; else takes milliseconds. */
export async function buildPages(): Promise<Build> {
  const folder = join(builds, hashOfInputs())
  if (existsSync(folder)) return { folder }
  const draft = join(builds, `draft-${randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    for (const pages of builtTogether) await runVite(draft, pages)
    await compress(join(draft, 'assets'))
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
async function runVite(folder: string, pages: readonly PageName[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, [viteProgram, folder, ...pages], { env, timeout: viteTimeoutMs })
}

/** Writes a compressed copy beside every file, which the server then sends as it is. */
async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const bytes = await readFile(file)
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    await writeFile(`${file}.br`, brotliCompressSync(bytes))
  }
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
