/** The role `relays` in a process of its own, for tests to kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const isReady = (line: string): boolean => line.includes('the service is ready')

/** Answers how it is started, until it says that it is ready, and ended by SIGKILL, any number of times. */
export function relaysOf(environment: NodeJS.ProcessEnv) {
  let running: ChildProcess | null = null
  return {
    async start(): Promise<void> {
      const env = { PATH: process.env['PATH'], ...environment, ROLES: 'relays', LOG_LEVEL: 'info' }
      const started = spawn(process.execPath, [program], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running = started
      const ready = Promise.withResolvers<void>()
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (isReady(line)) ready.resolve()
      })
      started.once('exit', () => ready.reject(new Error('it ended before it was ready')))
      await ready.promise
    },
    async kill(): Promise<void> {
      if (!running) return
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      await ended
      running = null
    },
  }
}
