/**
 * A Chromium for the tests: the one named by `BROWSER_BINARY`, the one that came with the
 * dependencies, or one that is installed. It runs once, and every test has a profile of its own in it.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BrowserServer, chromium } from 'playwright-core'
import { configureFonts, requireVisibleText } from './fonts.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const cache = resolve(import.meta.dirname, '../../.cache')
/** Unpacking takes seconds, so it is done once and not for every run. */
const unpackedFolder = join(cache, 'chromium')

type Executable = { executablePath: string; env: NodeJS.ProcessEnv }

/** Starts it, and checks once that it draws text; tests connect to its `wsEndpoint()`. */
export async function startChromium(): Promise<BrowserServer> {
  const { executablePath, env } = await findChromium()
  const server = await chromium.launchServer({
    executablePath,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    // The sandbox does not run as root, which is what containers run as.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  })
  try {
    await requireVisibleText(server)
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

async function findChromium(): Promise<Executable> {
  const named = process.env['BROWSER_BINARY']
  if (named) return { executablePath: named, env: process.env }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium()
  const found = installed.find((path) => existsSync(path))
  if (!found) throw new Error('there is no Chromium; name one in BROWSER_BINARY')
  return { executablePath: found, env: process.env }
}

/** The programs, fonts and libraries of the package: all of them, or none. */
async function unpackedChromium(): Promise<Executable> {
  if (!existsSync(unpackedFolder)) {
    await mkdir(cache, { recursive: true })
    const draft = await mkdtemp(join(cache, 'chromium-'))
    await unpackInto(draft)
    // Another run may have been faster.
    await rename(draft, unpackedFolder).catch(() => rm(draft, { recursive: true }))
  }
  const env = {
    ...process.env,
    ...(await configureFonts(join(unpackedFolder, 'fonts'), join(cache, 'fontconfig'))),
    LD_LIBRARY_PATH: join(unpackedFolder, 'al2023', 'lib'),
  }
  return { executablePath: join(unpackedFolder, 'chromium'), env }
}

/**
 * The package reads from the environment where to unpack, and changes the environment; ours is
 * restored.
 */
async function unpackInto(folder: string): Promise<void> {
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}
