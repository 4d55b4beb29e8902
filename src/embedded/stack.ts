/**
 * The local default: what the settings do not point elsewhere is started in place.
 * Everything it keeps lies in the data directory, so a restart goes on where it was.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainSettings, localChains, readChainsFile } from '../shared/chains.ts'
import type { Role } from '../shared/nats-settings.ts'
import type { Settings } from '../shared/settings.ts'
import { startAnvil } from './anvil.ts'
import { startGuardedNats } from './nats.ts'
import { startPostgres } from './postgres/postgres.ts'
import type { EmbeddedServer } from './server.ts'

export type Stack = {
  databaseUrl: string
  /** Where each role finds NATS, and as whom. */
  natsUrls: Record<Role, string>
  chains: ChainSettings[]
  stop(): Promise<void>
}

const blockTimeSeconds = 1

/** Starts what is missing and tells where everything is. An embedded chain with an RPC address runs already. */
export async function startStack(
  settings: Settings,
  wanted: readonly ChainSettings[],
): Promise<Stack> {
  const { dataDirectory } = settings
  makeDataDirectory(dataDirectory)
  const servers: EmbeddedServer[] = []
  const started = async (server: Promise<EmbeddedServer>): Promise<string> => {
    servers.push(await server)
    return (await server).url
  }
  const startOwnNats = async () => {
    const nats = await startGuardedNats({ storeDirectory: join(dataDirectory, 'nats') })
    servers.push(nats)
    return nats.urls
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    const databaseUrl =
      settings.databaseUrl ??
      (await started(startPostgres({ dataDirectory: join(dataDirectory, 'postgres') })))
    const natsUrls = settings.nats.urls ?? (await startOwnNats())
    const chains: ChainSettings[] = []
    for (const chain of wanted) {
      if (!chain.embedded || chain.rpcUrls.length) chains.push(chain)
      else chains.push({ ...chain, rpcUrls: [await started(startChain(chain, dataDirectory))] })
    }
    return { databaseUrl, natsUrls, chains, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The chains that the settings ask for. */
export const chainsOf = ({ chainsFile }: Settings): ChainSettings[] =>
  chainsFile ? readChainsFile(chainsFile) : localChains

/** Closed to other accounts; root's can be entered, by the account that PostgreSQL runs as. */
function makeDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

const startChain = ({ name, chainId }: ChainSettings, dataDirectory: string) =>
  startAnvil({
    chainId,
    blockTimeSeconds,
    stateFile: join(dataDirectory, 'chains', name, 'state.json'),
  })
