import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StackDescription } from './stack-process.ts'

const root = join(import.meta.dirname, '..', '..')

/** Runs the stack as `npm start` runs the service, and waits until all its servers are up. */
export async function runStackProgram(
  directory: string,
): Promise<StackDescription & { launcherPid: number }> {
  const args = ['scripts/run.mjs', 'proof/embedded/stack-process.ts', directory]
  const launcher = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(launcher.stdout)[Symbol.asyncIterator]()
  const { value: line } = await lines.next()
  if (!line) throw new Error('the servers did not start')
  return { ...(JSON.parse(line) as StackDescription), launcherPid: launcher.pid! }
}
