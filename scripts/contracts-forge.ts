/** Runs forge, as npm ships it, in a contracts folder, offline and as any user. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { projectRoot } from './contracts-solc.ts'

const npmForge = join(projectRoot, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')

export type ForgeResult = { exitCode: number; output: string }

/**
 * Runs one forge command to its end. `environment` overrides settings of foundry.toml
 * (`FOUNDRY_…`); with `show`, its output appears as it comes.
 */
export function runForge(
  folder: string,
  commandArguments: readonly string[],
  { environment = {}, show = false }: { environment?: NodeJS.ProcessEnv; show?: boolean } = {},
): Promise<ForgeResult> {
  const child = spawn(existsSync(npmForge) ? npmForge : 'forge', commandArguments, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: pathWithThisNode(), NO_COLOR: '1', ...environment },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
    if (show) process.stdout.write(chunk)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output }))
  })
}

/** The compiler shim starts with `env node`; this makes it the Node that runs us. */
function pathWithThisNode(): string {
  return [dirname(process.execPath), process.env['PATH']].join(delimiter)
}
