/** A service as a newcomer starts it, `npm start` with a directory and a port of its own, and what it says on the console. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const startTimeoutMs = 60_000
/** The last thing that it says once it is up. */
const isUp = 'the service is ready'

export type StartedService = {
  dataDirectory: string
  /** The first line on the console, but for what goes to the log. */
  firstLine: string
  /** Runs a command of package.json beside it, and answers how it ended and what it said. */
  run(script: string, ...options: string[]): Promise<{ code: number; said: string }>
  stop(): Promise<void>
}

export async function startFromOutside(): Promise<StartedService> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mandate-outside-'))
  chmodSync(dataDirectory, 0o755)
  // Nothing of the tests' own settings: a newcomer has none.
  const { PATH, HOME } = process.env
  const environment = { PATH, HOME, DATA_DIR: dataDirectory, PORT: '0' }
  const service = startScript('src/main.ts', [], environment)
  const said = await saidUntilUp(service)
  return {
    dataDirectory,
    firstLine: firstLineOf(said),
    async run(script, ...options) {
      const running = startScript(script, options, environment)
      const [[code], words] = await Promise.all([once(running, 'close'), text(running.stdout!)])
      return { code: code as number, said: words }
    },
    async stop() {
      service.kill('SIGINT')
      if (service.exitCode === null) await once(service, 'exit')
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Lines of the log are JSON. A slow machine may have to log that something came late before anything else is said. */
export const firstLineOf = (said: string): string =>
  said.split('\n').find((line) => !line.startsWith('{')) ?? ''

const startScript = (script: string, options: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ['scripts/run.mjs', script, ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Reads what it says until it is up; throws with all of it where it ends before, or is not up in time. */
async function saidUntilUp(service: ChildProcess): Promise<string> {
  let said = ''
  const up = Promise.withResolvers<string>()
  const tooLate = setTimeout(() => up.reject(new Error(`not up in time: ${said}`)), startTimeoutMs)
  service.stdout!.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes(isUp)) up.resolve(said)
  })
  service.once('exit', () => up.reject(new Error(`it ended: ${said}`)))
  return up.promise.finally(() => clearTimeout(tooLate))
}
