/** A chain whose nodes do not answer holds up no other, and is served as soon as they do. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectChain, connectAll } from '../../src/chain/clients.ts'
import {
  deployDemoToken,
  deployDepositFactory,
  deployFactory,
} from '../../src/chain/deployments/deploy-contracts.ts'
import { reportNodes } from '../../src/reader/node-reports.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { type Started, startService } from '../../src/main.ts'
import { localChains, readChainsFile } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { listChains } from '../../src/store/views/chains.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../support/until.ts'
import { addressOf } from '../../test/dashboard/world.ts'
import { basicClient, send } from '../../test/http/client.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { freshDatabaseUrl } from '../../test/support/database.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

/** Public: the key of the node's second development account. */
const deployerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const patienceMs = 40_000
const servedWithinMs = 20_000

let nodes: [LaunchedServer, LaunchedServer]
let proxy: RpcProxy
let nats: LaunchedServer
let chains: object[]
let environment: Record<string, string>
let started: Started | null = null

beforeAll(async () => {
  nodes = [await startTestChain(), await startTestChain({ chainId: 5 })]
  proxy = await startRpcProxy(() => nodes[1].url)
  nats = await startTestNats()
  chains = [{ ...localChains[0], rpcUrls: [nodes[0].url] }, await otherChain()]
  const directory = newDirectory('absent')
  const chainsFile = join(directory, 'chains.json')
  writeFileSync(chainsFile, JSON.stringify(chains))
  environment = {
    PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: await freshDatabaseUrl(),
    NATS_URL: nats.url,
    CHAINS_FILE: chainsFile,
    MASTER_KEY: randomBytes(32).toString('base64'),
  }
})
afterEach(async () => {
  await started?.stop()
  started = null
  proxy.isDown = false
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await proxy?.stop()
  await Promise.all([...(nodes ?? []), nats].map((server) => server?.stop()))
})

/** Deploys a second chain's contracts, and describes it as an operator would in the chains file. */
async function otherChain() {
  const account = privateKeyToAccount(deployerKey)
  const named = { name: 'Other', chainId: 5, nativeSymbol: 'ETH' }
  const { reader } = connectChain({ ...named, rpcUrls: [nodes[1].url] })
  const asset = { ...localChains[0]!.assets[0]!, code: 'otUSDC' }
  await deployFactory(reader, account)
  await deployDepositFactory(reader, account)
  const { address } = await deployDemoToken(reader, account, asset)
  return {
    ...named,
    network: 'TestNet',
    rpcUrls: [
      {
        url: `${proxy.url}/v2/SECRETKEYOFTHEPATH?apikey=SECRETKEYOFTHEQUERY`,
        headers: { 'x-api-key': 'SECRETKEYOFTHEHEADER' },
      },
    ],
    assets: [{ ...asset, address }],
  }
}

async function start(
  log = createLog('silent'),
): Promise<{ url: string; shop: ReturnType<typeof basicClient> }> {
  const settings = readSettings(environment)
  started = await startService(settings, log)
  const { service, running } = started
  const merchantId = await createMerchant(service, 'Shop')
  const owner = { merchantId, network: 'TestNet' } as const
  const shop = basicClient(running.url!, await createApiKey(service, owner, 'backend'))
  for (const code of ['ltUSDC', 'otUSDC']) await setAssetActive(service, owner, code, true)
  for (const blockchain of ['LocalTestNet', 'Other'])
    await setReceiver(service, owner, { blockchain, address: addressOf('ee') })
  return { url: running.url!, shop }
}

const order = (shop: ReturnType<typeof basicClient>, currency: string) =>
  shop.post('/integration/payments', {
    amount: { value: '10', currency },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })

const hint = (url: string, blockchain: string) =>
  send(`${url}/integration/subscriptions/hint-update-state`, 'POST', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ blockchain }),
  })

test(
  'a chain that does not answer at the start leaves the others served, is named in refusals, and is served once it answers (P12)',
  async () => {
    proxy.isDown = true
    const startedAt = performance.now()
    const { url, shop } = await start()
    expect(performance.now() - startedAt).toBeLessThan(servedWithinMs)
    expect((await send(`${url}/ready`, 'GET')).status).toBe(200)
    expect(await order(shop, 'ltUSDC')).toMatchObject({ status: 201 })

    const refused = { status: 503, body: { message: /Other is not reachable yet/ } }
    for (const answer of [await order(shop, 'otUSDC'), await hint(url, 'Other')]) {
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ code: 'ServiceUnavailable', blockchain: 'Other' })
      expect(answer.body.message).toMatch(refused.body.message)
      expect(answer.headers.get('retry-after')).toBe('15')
      expect(JSON.stringify(answer.body)).not.toContain('SECRETKEY')
    }
    expect(started!.service.directory.absent[0]!.reason).not.toContain('SECRETKEY')

    proxy.isDown = false
    const ordered = await until(
      'an order on the other chain',
      async () => {
        const answer = await order(shop, 'otUSDC')
        return answer.status === 201 && answer
      },
      patienceMs,
    )
    await until('the other chain is read', async () => {
      const { rows } = await started!.service.database.pool.query(
        `select 1 from deposit_watch where blockchain = 'Other' and payment_id = $1`,
        [ordered.body.payment.id],
      )
      return rows.length === 1
    })
  },
  2 * patienceMs,
)

test('the payments of a chain that was served before are still shown while it does not answer', async () => {
  const first = await start()
  const { body } = await order(first.shop, 'otUSDC')
  await started!.stop()
  proxy.isDown = true
  const { url } = await start()
  const page = await send(`${url}/checkout/${body.payment.id}/payment`, 'GET')
  expect(page.status).toBe(200)
})

test(
  'a chain with a wrong chain id at the start is not served until it is right, and the others are',
  async () => {
    proxy.behaviour = async ({ method }) =>
      method === 'eth_chainId' ? { result: '0x6' } : undefined
    const { shop } = await start()
    const { directory } = started!.service
    expect(directory.absent).toMatchObject([{ settings: { name: 'Other' }, why: 'refused' }])
    const { reason } = directory.absent[0]!
    expect(reason).toMatch(/serves chain 6, but the chains file says that Other is 5/)
    expect(reason).not.toMatch(/SECRETKEY/)
    expect((await order(shop, 'otUSDC')).body.message).toMatch(
      /not what the operator's chains file/,
    )
    proxy.behaviour = () => undefined
    await until('it is served', async () => directory.absent.length === 0, patienceMs)
  },
  2 * patienceMs,
)

test(
  'a chain that answers after the start, with a wrong chain id, is not served',
  async () => {
    proxy.isDown = true
    const { shop } = await start()
    proxy.behaviour = async ({ method }) =>
      method === 'eth_chainId' ? { result: '0x6' } : undefined
    proxy.isDown = false
    const { directory } = started!.service
    await until('it is refused', async () => directory.absent[0]?.why === 'refused', patienceMs)
    expect(directory.absent[0]!.reason).toMatch(/serves chain 6/)
    expect((await order(shop, 'otUSDC')).body.message).toMatch(
      /not what the operator's chains file/,
    )
  },
  patienceMs,
)

test(
  'no key of an RPC provider is in a log, an answer or the database, whatever its node answers (P19)',
  async () => {
    let logged = ''
    const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) })
    const { url, shop } = await start(log)
    const { body } = await order(shop, 'otUSDC')
    const ways = [
      { status: 502 },
      { status: 401, error: { code: -32_000, message: '' } },
      { error: { code: -32_603, message: '' } },
      { status: 429 },
    ]
    for (const way of ways) {
      proxy.behaviour = async () => {
        const text = `not for ${proxy.path} ${JSON.stringify(proxy.headers)}`
        return 'error' in way
          ? { ...way, error: { ...way.error, message: text } }
          : { ...way, body: text }
      }
      const requestsBefore = proxy.requests
      await hint(url, 'Other')
      await until('some tries', async () => proxy.requests > requestsBefore + 3, patienceMs)
    }
    proxy.isDown = true
    const requestsBefore = proxy.requests
    await until('a try in vain', async () => proxy.requests > requestsBefore, patienceMs)
    const { pool } = started!.service.database
    await reportNodes(pool, connected('Other'), true)

    expect(logged).toContain(new URL(proxy.url).origin)
    expect(logged).toContain('[left out]')
    expect(logged).not.toContain('SECRETKEY')
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const found = await pool.query(`select from "${name}" t where t::text ~ 'SECRETKEY'`)
      expect([name, found.rowCount]).toEqual([name, 0])
    }
    const answers = [
      await send(`${url}/ready`, 'GET'),
      await shop.get(`/integration/payments/${body.payment.id}`),
      { body: await listChains(started!.service.database, started!.service.directory) },
    ]
    expect(JSON.stringify(answers)).not.toContain('SECRETKEY')
  },
  2 * patienceMs,
)

test('an error about a chains file that is no JSON names the file, and quotes nothing of it', () => {
  const path = join(environment['DATA_DIR']!, 'broken.json')
  for (const text of ['{"rpcUrls": ["https://x/SECRETKEY" oops', 'SECRETKEY', '["SECRETKEY'])
    expect(errorThrownBy(() => readWritten(path, text))).toMatch(
      /broken\.json \(CHAINS_FILE\) cannot be read as JSON/,
    )
  for (const text of ['{"rpcUrls": ["https://x/SECRETKEY" oops', 'SECRETKEY', '["SECRETKEY'])
    expect(errorThrownBy(() => readWritten(path, text))).not.toContain('SECRET')
})

function readWritten(path: string, text: string): void {
  writeFileSync(path, text)
  readChainsFile(path)
}

function errorThrownBy(run: () => void): string {
  try {
    run()
  } catch (error) {
    return String((error as Error).stack)
  }
  throw new Error('nothing was thrown')
}

const connected = (name: string) => connectAll(started!.service.directory).get(name)!
