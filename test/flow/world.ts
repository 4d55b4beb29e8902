/**
 * The whole service for one test file, driven from outside: its own database, NATS and chain, each
 * role as a user of its own on NATS, the demo merchant over HTTP, a payer over RPC, and a receiver of
 * webhooks.
 */
import { startTestChain } from '../support/chain.ts'
import { freshDatabaseUrl, withDatabase } from '../support/database.ts'
import { requireLaws } from '../support/laws.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGuardedNats } from '../../src/embedded/nats.ts'
import { startService } from '../../src/main.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { localChains } from '../../src/shared/chains.ts'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { startReceiver, type WebhookReceiver } from '../../examples/client/webhook-receiver.ts'

export type FlowWorld = {
  merchant: Merchant
  payer: Payer
  receiver: WebhookReceiver
  service: Awaited<ReturnType<typeof startService>>
  rpcUrl: string
  /** The settings, with which other processes of the same service start. */
  environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/**
 * `changes`: settings beside those of every test. `lines` takes what is logged. `fields`: of the chain in its file.
 * `putInFront` gives the address at which the service, and nobody else, asks the chain's node.
 */
export async function startWorld(
  changes: NodeJS.ProcessEnv = {},
  lines?: { write(line: string): void },
  fields: { confirmations?: number } = {},
  putInFront = (url: string) => Promise.resolve(url),
): Promise<FlowWorld> {
  const natsDirectory = newDirectory('nats')
  const [nats, chain, databaseUrl] = await Promise.all([
    startGuardedNats({ storeDirectory: natsDirectory }),
    startTestChain(),
    freshDatabaseUrl(),
  ])
  const directory = newDirectory('flow')
  const rpcUrls = [await putInFront(chain.url)]
  const chainsFile = writeChainsFile(directory, { ...fields, rpcUrls })
  const environment = {
    PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    NATS_HTTP_URL: nats.urls.http,
    NATS_WORKER_URL: nats.urls.worker,
    NATS_RELAYS_URL: nats.urls.relays,
    NATS_WATCHER_URL: nats.urls.watcher,
    CHAINS_FILE: chainsFile,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...changes,
  }
  const settings = readSettings(environment)
  const service = await startService(settings, createLog(settings.logLevel, lines))
  const devJson = withNode(service.demo!.devJson, chain.url)
  const merchant = new Merchant(devJson)
  const receiver = await startReceiver(devJson.merchant)
  await merchant.sendWebhooksTo(receiver.url)
  return {
    merchant,
    payer: new Payer(devJson),
    receiver,
    service,
    rpcUrl: chain.url,
    environment,
    async stop() {
      await service.stop()
      await receiver.stop()
      await Promise.all([nats.stop(), chain.stop()])
      await withDatabase(databaseUrl, requireLaws)
      requireNoViolations(join(natsDirectory, 'nats.log'))
    },
  }
}

const withNode = (dev: DevJson, rpcUrl: string): DevJson => ({
  ...dev,
  chains: dev.chains.map((chain) => ({ ...chain, rpcUrl })),
})

/** Writes one with the local chain, but for these fields, and returns its path. */
function writeChainsFile(directory: string, fields: object): string {
  const path = join(directory, 'chains.json')
  writeFileSync(path, JSON.stringify([{ ...localChains[0], ...fields }]))
  return path
}

/** Throws where NATS has refused a role something: the permissions must be enough for all of the service. */
function requireNoViolations(log: string): void {
  const violations = readFileSync(log, 'utf8').match(/^.*Violation.*$/gm)
  if (violations) throw new Error(`NATS has refused:\n${violations.slice(0, 10).join('\n')}`)
}
