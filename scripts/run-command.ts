import { spawn } from 'node:child_process'

export interface CommandResult {
  succeeded: boolean
  /** The whole output, in the order in which it came. */
  output: string
  durationMs: number
}

/**
 * Runs a file or an installed command as `scripts/run.mjs` does, and waits for its end.
 *
 * @param show whether to pass on what it prints as it comes
 */
export function runCommand(
  args: string[],
  { show = false, environment = {} as NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })

  let output = ''
  const collect = (target: NodeJS.WriteStream) => (chunk: string) => {
    output += chunk
    if (show) target.write(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', collect(process.stdout))
  child.stderr.setEncoding('utf8').on('data', collect(process.stderr))

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) =>
      resolve({
        succeeded: exitCode === 0,
        output,
        durationMs: performance.now() - startedAt,
      }),
    )
  })
}
