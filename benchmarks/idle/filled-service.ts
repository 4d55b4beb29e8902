/** A service that can be stopped, filled and started again in the same directory, alone or with a chain as of a provider's beside its own. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveChain } from '../../src/chain/deployments/deployments.ts'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { localChains } from '../../src/shared/chains.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { fillDatabase } from '../../proof/growth/fill.ts'
import { liveThrough } from '../../proof/growth/live-through.ts'
import { newDataDirectory, type OwnService, startServiceIn } from '../own-service.ts'

const foreignChainId = 31_338
const foreignBlockSeconds = 2
const foreignPollMs = 2_000

export type FillableService = {
  start(options: { withForeignChain: boolean }): Promise<OwnService>
  /** Copies rows to the size of some years; the service has to be stopped. */
  fill(): Promise<void>
  remove(): Promise<void>
}

/** Makes one row of everything, and what a second chain needs; nothing runs afterwards but that chain's node. */
export async function createFillableService(): Promise<FillableService> {
  const dataDirectory = newDataDirectory('idle')
  const first = await startServiceIn(dataDirectory)
  const dev = JSON.parse(readFileSync(join(dataDirectory, 'dev.json'), 'utf8'))
  await liveThrough(dev, dev.chains[0].rpcUrl)
  await first.stop()
  const node = await startAnvil({
    chainId: foreignChainId,
    blockTimeSeconds: foreignBlockSeconds,
  })
  const chainsFile = join(dataDirectory, 'chains.json')
  await alone(dataDirectory, async (url) => {
    const chains = [localChains[0]!, await foreignChain(url, node.url)]
    writeFileSync(chainsFile, JSON.stringify(chains))
  })
  return {
    start: ({ withForeignChain }) =>
      startServiceIn(dataDirectory, withForeignChain ? { CHAINS_FILE: chainsFile } : {}),
    fill: () => alone(dataDirectory, fillDatabase),
    async remove() {
      await node.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Works on the database while nothing but PostgreSQL runs. */
async function alone(dataDirectory: string, work: (url: string) => Promise<unknown>) {
  const postgres = await startPostgres({ dataDirectory: join(dataDirectory, 'postgres') })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Has the contracts on the node, as an embedded chain gets them, and is then a chain that is polled over the network. */
async function foreignChain(databaseUrl: string, rpcUrl: string) {
  const database = await connectDatabase(databaseUrl)
  const local = { ...localChains[0]!, name: 'Foreign', chainId: foreignChainId }
  const deployed = await resolveChain({ ...local, rpcUrls: [rpcUrl] }, database)
  await database.close()
  const assets = local.assets.map((asset, index) => ({
    ...asset,
    code: asset.code.replace(/^l/, 'f'),
    address: deployed.assets[index]!.address,
  }))
  return {
    name: local.name,
    network: local.network,
    chainId: foreignChainId,
    rpcUrls: [rpcUrl],
    pollMs: foreignPollMs,
    confirmations: 2,
    assets,
  }
}
