/** The role `relays` in a process of its own, for tests to kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Answers how it is started, and ended by SIGKILL, any number of times. */
export function relaysOf(environment: NodeJS.ProcessEnv) {
  let running: ChildProcess | null = null
  return {
    start(): void {
      const env = { PATH: process.env['PATH'], ...environment, ROLES: 'relays' }
      running = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
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
