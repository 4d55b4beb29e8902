/**
 * Starts, once for all tests of the pages, the whole service on servers of its own, two chains that
 * it serves, and a browser. The tests reach all of them from outside only.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startAnvil } from '../../src/embedded/anvil.ts'
import type { DevJson } from '../../src/embedded/demo/dev-json.ts'
import { startNats } from '../../src/embedded/nats.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { startService } from '../../src/main.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startChromium } from './chromium.ts'
import { startRelay } from './relay.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The service's description of itself, as in `dev.json`. */
    devJson: DevJson
    /** The account that lets merchants in. */
    operator: { email: string; password: string }
    /** For what cannot be waited for, such as the end of a link. */
    databaseUrl: string
    browserEndpoint: string
    /** The same service at another origin, with a relay of WalletConnect in its settings; its widget is the first's. */
    walletConnect: { baseUrl: string; relayUrl: string }
  }
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

export default async function startPages(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'mandate-pages-'))
  chmodSync(directory, 0o755)
  const [postgres, nats, browser, ...nodes] = await Promise.all([
    startPostgres({ ephemeral: true }),
    startNats({ storeDirectory: join(directory, 'nats') }),
    startChromium(),
    ...chains.map(({ chainId }) => startAnvil({ chainId })),
  ])
  const chainsFile = writeChains(directory, nodes)
  const environment = {
    PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    CHAINS_FILE: chainsFile,
    TRUST_PROXY: '1', // tests come from the addresses that they say
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
  }
  const settings = readSettings(environment)
  const log = createLog(settings.logLevel)
  const service = await startService(settings, log)
  const relay = await startRelay()
  const beside = await startService(
    readSettings({
      ...environment,
      ROLES: 'http',
      WIDGET_URL: service.demo!.devJson.widgetUrl,
      WALLETCONNECT_PROJECT_ID: 'project',
      WALLETCONNECT_RELAY_URL: relay.url,
    }),
    log,
  )
  project.provide('devJson', service.demo!.devJson)
  project.provide('operator', service.demo!.operator)
  project.provide('databaseUrl', postgres.url)
  project.provide('browserEndpoint', browser.wsEndpoint())
  project.provide('walletConnect', { baseUrl: beside.running.url!, relayUrl: relay.url })

  return async function stopPages() {
    await browser.close()
    await beside.stop()
    await relay.stop()
    await service.stop()
    await Promise.all([postgres, nats, ...nodes].map((server) => server.stop()))
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Writes the file of the chains, each at its node. */
function writeChains(directory: string, nodes: { url: string }[]): string {
  const path = join(directory, 'chains.json')
  const located = chains.map((chain, index) => ({ ...chain, rpcUrls: [nodes[index]!.url] }))
  writeFileSync(path, JSON.stringify(located))
  return path
}
