/**
 * One whole service for tests of pages, in a process of its own, on servers of its own, with two chains. What the tests
 * have to know of it is sent to the process that has started it; it ends when that one hangs up.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '../../src/embedded/anvil.ts'
import type { DevJson } from '../../src/embedded/demo/dev-json.ts'
import { startNats } from '../../src/embedded/nats.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { startService } from '../../src/main.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startRelay } from './relay.ts'

export type ServedPages = {
  /** The service's description of itself, as in `dev.json`. */
  devJson: DevJson
  /** The account that lets merchants in. */
  operator: { email: string; password: string }
  /** For what cannot be waited for, such as the end of a link. */
  databaseUrl: string
  /** The same service at another origin, with a relay of WalletConnect in its settings; its widget is the first's. */
  walletConnect: { baseUrl: string; relayUrl: string }
}

/** On the second chain a transfer needs three confirmations. */
const chains = [
  { ...localChains[0]!, explorerUrl: 'https://explorer.example' },
  {
    ...localChains[0]!,
    name: 'SlowTestNet',
    chainId: 31_338,
    confirmations: 3,
    assets: localChains[0]!.assets.map((asset) => ({ ...asset, code: `s${asset.code}` })),
  },
]

const directory = mkdtempSync(join(tmpdir(), 'mandate-pages-'))
chmodSync(directory, 0o755)
const [postgres, nats, ...nodes] = await Promise.all([
  startPostgres({ ephemeral: true }),
  startNats({ storeDirectory: join(directory, 'nats') }),
  ...chains.map(({ chainId }) => startAnvil({ chainId })),
])
const environment = {
  PORT: '0',
  DATA_DIR: directory,
  DATABASE_URL: postgres.url,
  NATS_URL: nats.url,
  CHAINS_FILE: writeChains(nodes),
  TRUST_PROXY: '1', // tests come from the addresses that they say
  LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
}
const settings = readSettings(environment)
const log = createLog(settings.logLevel)
const service = await startService(settings, log)
const relay = await startRelay()
const { devJson, operator } = service.demo!
const beside = await startService(
  readSettings({
    ...environment,
    ROLES: 'http',
    WIDGET_URL: devJson.widgetUrl,
    WALLETCONNECT_PROJECT_ID: 'project',
    WALLETCONNECT_RELAY_URL: relay.url,
  }),
  log,
)
const walletConnect = { baseUrl: beside.running.url!, relayUrl: relay.url }
process.send!({ devJson, operator, databaseUrl: postgres.url, walletConnect } satisfies ServedPages)

process.once('disconnect', () => void stopAll().finally(() => process.exit()))
// The process that has started it hangs up then.
process.on('SIGINT', () => {})

async function stopAll(): Promise<void> {
  await beside.stop()
  await relay.stop()
  await service.stop()
  await Promise.all([postgres, nats, ...nodes].map((server) => server.stop()))
  rmSync(directory, { recursive: true, force: true })
}

/** Writes the file of the chains, each at its node. */
function writeChains(located: { url: string }[]): string {
  const path = join(directory, 'chains.json')
  const rows = chains.map((chain, index) => ({ ...chain, rpcUrls: [located[index]!.url] }))
  writeFileSync(path, JSON.stringify(rows))
  return path
}
