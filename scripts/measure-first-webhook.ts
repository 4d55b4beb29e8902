/**
 * Measures what a newcomer waits for: from a clean checkout through `npm ci`, `npm start` and
 * `npm run first-webhook` to the first verified webhook. Fails above five minutes.
 *
 *     node scripts/run.mjs scripts/measure-first-webhook.ts
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const limitMs = 5 * 60_000
const root = resolve(import.meta.dirname, '..')
const checkout = join(mkdtempSync(join(tmpdir(), 'first-webhook-')), 'mandate')
execFileSync('git', ['clone', '--quiet', root, checkout])
const environment = { ...process.env, PORT: String(await freePort()), DATA_DIR: '.data' }
const startedAt = performance.now()
const controller = new AbortController()
const tooLate = setTimeout(() => controller.abort(), limitMs)

try {
  await step('npm ci', () => run('ci'))
  const service = start('start')
  try {
    await step('npm start', () => untilItRuns(service))
    await step('npm run first-webhook', () => run('run', '--silent', 'first-webhook'))
  } finally {
    process.kill(-service.pid!, 'SIGTERM')
    await new Promise((ended) => service.once('close', ended))
  }
  console.log(`${seconds(startedAt)} to the first verified webhook`)
} catch (error) {
  console.error(controller.signal.aborted ? `not within ${limitMs / 60_000} minutes` : error)
  process.exitCode = 1
} finally {
  clearTimeout(tooLate)
  rmSync(resolve(checkout, '..'), { recursive: true, force: true })
}

async function step(name: string, take: () => Promise<void>): Promise<void> {
  const from = performance.now()
  await take()
  console.log(`${seconds(from)}  ${name}`)
}

/** A process group of its own, which can be ended as Ctrl-C would. */
function start(...args: string[]) {
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  return spawn('npm', args, { cwd: checkout, env: environment, stdio: [...stdio], detached: true })
}

function run(...args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = start(...args)
    controller.signal.addEventListener('abort', () => process.kill(-child.pid!, 'SIGTERM'))
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`npm ${args.join(' ')} ended with ${code}`)),
    )
  })
}

/** The file appears when the demo merchant is ready. */
async function untilItRuns(service: ReturnType<typeof start>): Promise<void> {
  while (!existsSync(join(checkout, '.data/dev.json'))) {
    controller.signal.throwIfAborted()
    if (service.exitCode !== null) throw new Error(`npm start ended with ${service.exitCode}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1_000).toFixed(1).padStart(6)} s`
}
