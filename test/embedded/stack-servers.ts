/** The three servers of the local default over one data directory. */
import { join } from 'node:path'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { startNats } from '../../src/embedded/nats.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'

export interface StackUrls {
  postgres: string
  nats: string
  chain: string
}

export async function startStack(directory: string) {
  const [postgres, nats, chain] = await Promise.all([
    startPostgres({ dataDirectory: join(directory, 'postgres') }),
    startNats({ storeDirectory: join(directory, 'nats') }),
    startAnvil({ chainId: 31_337, stateFile: join(directory, 'chains', '31337.json') }),
  ])
  const servers = [postgres, nats, chain]
  const urls: StackUrls = { postgres: postgres.url, nats: nats.url, chain: chain.url }
  return {
    urls,
    serverPids: () => servers.map((server) => server.pid),
    stop: () => Promise.all(servers.map((server) => server.stop())),
  }
}
