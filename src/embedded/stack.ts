/**
 * The local default: servers that the settings do not name elsewhere are started in place. All of
 * their data lies in the data directory, so a restart goes on where it was.
 */
import { join } from 'node:path'
import { makeDirectory } from '../shared/environment/make-directory.ts'
import { type ChainSettings, localChains, readChainsFile } from '../shared/chains.ts'
import type { Role } from '../shared/nats-settings.ts'
import type { Settings } from '../shared/settings.ts'
import { startAnvil } from './anvil.ts'
import { startGuardedNats } from './nats.ts'
import { startPostgres } from './postgres/postgres.ts'
import type { EmbeddedServer } from './server.ts'

export type Stack = {
  databaseUrl: string
  /** The address of NATS for each role, with its user. */
  natsUrls: Record<Role, string>
  chains: ChainSettings[]
  stop(): Promise<void>
}

const blockTimeSeconds = 1
/** Whoever reads at a block reads at one of the newest. */
const statesKept = 32

/** Starts the missing servers beside each other, and returns all addresses. An embedded chain with an RPC address runs already. */
export async function startStack(
  settings: Settings,
  wanted: readonly ChainSettings[],
): Promise<Stack> {
  const { dataDirectory } = settings
  makeDataDirectory(dataDirectory)
  const starting: Promise<EmbeddedServer>[] = []
  const started = <Server extends EmbeddedServer>(server: Promise<Server>): Promise<Server> => {
    starting.push(server)
    return server
  }
  const stop = async () => {
    const servers = await Promise.allSettled(starting)
    const running = servers.filter((server) => server.status === 'fulfilled')
    await Promise.all(running.map(({ value }) => value.stop()))
  }
  const startOwnPostgres = () =>
    started(startPostgres({ dataDirectory: join(dataDirectory, 'postgres') }))
  const startOwnNats = () =>
    started(startGuardedNats({ storeDirectory: join(dataDirectory, 'nats') }))
  const reach = async (chain: ChainSettings): Promise<ChainSettings> => {
    if (!chain.embedded || chain.rpcUrls.length) return chain
    return { ...chain, rpcUrls: [(await started(startChain(chain, dataDirectory))).url] }
  }
  try {
    const [databaseUrl, natsUrls, chains] = await Promise.all([
      settings.databaseUrl ?? startOwnPostgres().then(({ url }) => url),
      settings.nats.urls ?? startOwnNats().then(({ urls }) => urls),
      Promise.all(wanted.map(reach)),
    ])
    return { databaseUrl, natsUrls, chains, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the chains of the chains file, or the local default without one. */
export const chainsOf = ({ chainsFile }: Settings): ChainSettings[] =>
  chainsFile ? readChainsFile(chainsFile) : localChains

/** Makes a directory that is closed to other accounts; root's can be entered, by PostgreSQL's account. */
function makeDataDirectory(path: string): void {
  makeDirectory('DATA_DIR', path, process.getuid?.() === 0 ? 0o711 : 0o700)
}

const startChain = ({ name, chainId }: ChainSettings, dataDirectory: string) =>
  startAnvil({
    chainId,
    blockTimeSeconds,
    statesKept,
    stateFile: join(dataDirectory, 'chains', name, 'state.json'),
  })
