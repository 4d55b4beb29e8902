/**
 * anvil, a local chain of the Ethereum kind. It mines a block for every transaction, or one every
 * few seconds, and keeps its state in a file where it is given one.
 *
 * `--prune-history` keeps gigabytes of old states off the disk, and holds its memory down.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { startBlocks } from './anvil-blocks.ts'
import { answersAs, continueTime, mineBlock } from './anvil-rpc.ts'
import { secureState } from './anvil-state.ts'
import { anvil, findBinary } from './binaries.ts'
import { startOnStablePort } from './ports.ts'
import { claimServerFiles } from './server-files.ts'
import { type EmbeddedServer, startServer } from './server.ts'

const statesKeptDefault = 256
const stateIntervalSeconds = 10

export interface AnvilSettings {
  chainId: number
  /** The port; by default the one it had before where that is free, or another free one. */
  port?: number
  /** The file that keeps the chain across restarts; without it, the chain ends with the server. */
  stateFile?: string
  /** Seconds between blocks, while anything happens; without it, every transaction makes a block at once. */
  blockTimeSeconds?: number
  /** The newest blocks whose state can be read: each holds the whole state in memory, with the hashes of all blocks; 256 by default. */
  statesKept?: number
}

/**
 * Starts a chain with the ten well-known development accounts.
 *
 * @throws where there is no anvil, or where it does not start
 */
export async function startAnvil(settings: AnvilSettings): Promise<EmbeddedServer> {
  const { chainId, blockTimeSeconds } = settings
  const stateFile = settings.stateFile && resolve(settings.stateFile)
  const directory = stateFile ? dirname(stateFile) : mkdtempSync(join(tmpdir(), 'mandate-chain-'))
  const files = await claimServerFiles(directory, `chain-${chainId}`)
  const executable = await findBinary(anvil)
  const start = async (port: number) => {
    const url = `http://127.0.0.1:${port}`
    const server = await startServer({
      name: 'anvil',
      url,
      executable,
      args: anvilArguments(settings, port, stateFile),
      files,
      stopSignal: 'SIGTERM',
      isReady: () => isReady(url, chainId),
      ...(stateFile && {
        prepare: () => secureState(stateFile),
      }),
      beforeStop: () => endBlocks(),
      ...(!stateFile && { afterStop: () => rmSync(directory, { recursive: true, force: true }) }),
    })
    const blocks = blockTimeSeconds && startBlocks(url, blockTimeSeconds * 1_000)
    // Told to end within a block, it would store the money of its transactions, and neither the block nor its logs.
    const endBlocks = async () => {
      if (blocks) await blocks.stop().then(() => mineBlock(url))
    }
    return server
  }
  return settings.port ? start(settings.port) : startOnStablePort(files.port, start)
}

function anvilArguments(
  { chainId, blockTimeSeconds, statesKept = statesKeptDefault }: AnvilSettings,
  port: number,
  stateFile: string | undefined,
): string[] {
  const options = {
    '--host': '127.0.0.1',
    '--port': port,
    '--chain-id': chainId,
    '--prune-history': statesKept,
    ...(stateFile && { '--state': stateFile, '--state-interval': stateIntervalSeconds }),
  }
  const asked = blockTimeSeconds ? ['--silent', '--no-mining'] : ['--silent']
  return [...asked, ...Object.entries(options).flatMap(([name, value]) => [name, String(value)])]
}

async function isReady(url: string, chainId: number): Promise<boolean> {
  if (!(await answersAs(url, chainId))) return false
  await continueTime(url)
  return true
}
