/**
 * The whole service but for HTTP, as `npm start` runs it, on the node of `node.program.ts`; with one merchant
 * who has gas. Business time and the chain's can be moved together.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAddress, generatePrivateKey } from 'viem/accounts'
import { connectAll } from '../../src/chain/clients.ts'
import { urlOf } from '../../src/shared/chains/nodes.ts'
import { advanceChainTime } from '../../src/chain/embedded-time.ts'
import { startService, type Started } from '../../src/main.ts'
import { localChains } from '../../src/shared/chains.ts'
import type { DeployedChain } from '../../src/shared/chain-directory.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { saveTestOffset } from '../../src/store/clock-follower.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { ensureGasWallet } from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { serveProgram } from '../programs.ts'
import { giveGas } from './local-node.ts'

export type ServiceSettings = {
  databaseUrl: string
  natsUrl: string
  rpcUrl: string
  dataDirectory: string
}
export type Shop = {
  merchantId: string
  wallet: string
  receiver: string
  chain: DeployedChain
}
export type ServiceRequest = { openShop: true } | { moveTo: string }

serveProgram<ServiceSettings>(async ({ databaseUrl, natsUrl, rpcUrl, dataDirectory }) => {
  const chainsFile = join(dataDirectory, 'chains.json')
  writeFileSync(chainsFile, JSON.stringify([{ ...localChains[0]!, rpcUrls: [rpcUrl] }]))
  const settings = readSettings({
    CHAINS_FILE: chainsFile,
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    DATA_DIR: dataDirectory,
    ROLES: 'worker,relays,watcher',
  })
  const started = await startService(settings, createLog('warn'))
  return {
    answer: (request: ServiceRequest) =>
      'openShop' in request ? openShop(started) : moveTo(started, new Date(request.moveTo)),
    close: () => started.stop(),
  }
})

async function openShop({ service }: Started): Promise<Shop> {
  const chain = service.directory.ofNetwork('TestNet')[0]!
  const merchantId = await createMerchant(service, 'Shop')
  const owner = { merchantId, network: 'TestNet' } as const
  for (const { code } of chain.assets) await setAssetActive(service, owner, code, true)
  const { address } = await ensureGasWallet(service, owner, chain.name)
  await giveGas(urlOf(chain.rpcUrls[0]!), address)
  return { merchantId, wallet: address, receiver: privateKeyToAddress(generatePrivateKey()), chain }
}

async function moveTo({ service }: Started, moment: Date): Promise<void> {
  const { clock, database, buses, directory } = service
  const offsetMs = moment.getTime() - clock.realNow().getTime()
  await saveTestOffset(database, offsetMs)
  clock.setTestOffset(offsetMs)
  for (const chain of connectAll(directory).values()) await advanceChainTime(chain, moment)
  buses.of('relays').wake('timer')
}
