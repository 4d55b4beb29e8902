/**
 * Starts a private anvil on a free loopback port, for scripts that need real transactions on a real
 * EVM.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from './contracts-solc.ts'

const npmAnvil = join(projectRoot, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')

/** The chain's first moment, in Unix seconds; from then on it follows the real clock. */
export const GENESIS_SECONDS = 1_800_000_000

export type Anvil = { rpcUrl: string; stop: () => void }

/**
 * Starts anvil with `accounts` unlocked, funded accounts; blocks are mined on request only. Rejects
 * if anvil ends before it listens.
 */
export function startAnvil(accounts: number): Promise<Anvil> {
  const command = existsSync(npmAnvil) ? npmAnvil : 'anvil'
  const options = `--host 127.0.0.1 --port 0 --prune-history 256 --no-mining --color never`
  const world = `--accounts ${accounts} --timestamp ${GENESIS_SECONDS}`
  const child = spawn(command, `${options} ${world}`.split(' '), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => void child.kill()
  process.once('exit', stop)

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil ended with code ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const address = /^Listening on (\S+)/.exec(line)?.[1]
      if (address) resolve({ rpcUrl: `http://${address}`, stop })
    })
  })
}
