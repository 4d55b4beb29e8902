import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Stop } from '../../src/bus/bus.ts'
import type { Addresses } from '../../test/turns/parts.ts'

const program = join(import.meta.dirname, 'worker-program.ts')

export type WorkerProcess = Stop & {
  pid: number
  /** Sends SIGKILL, SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void
}

/** Starts a worker in a process of its own, and waits until it takes messages. */
export async function startWorkerProcess(
  { databaseUrl, nats }: Addresses,
  release: 'this' | 'newer' = 'this',
): Promise<WorkerProcess> {
  const child = spawn(
    process.execPath,
    [program, databaseUrl, nats.url, release, ...(nats.prefix ? [nats.prefix] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the worker did not start'))),
  ])
  return {
    pid: child.pid!,
    signal: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
