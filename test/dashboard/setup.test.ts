import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApiKey } from '../../src/store/merchants/api-keys.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
})
afterAll(() => dashboard.stop())

test('an API key tells its secret once, and is relabelled and deleted by its owner (S5.1-2, S5.1-3)', async () => {
  const created = await alice.call('POST', '/test/api-keys', { label: 'shop' })
  expect(created.status).toBe(201)
  const { name, secret } = created.body
  expect(await findApiKey(dashboard, name)).toMatchObject({ secret, network: 'TestNet' })

  expect((await bob.call('DELETE', `/test/api-keys/${name}`)).status).toBe(404)
  expect((await alice.call('DELETE', `/main/api-keys/${name}`)).status).toBe(404)
  expect((await alice.call('PATCH', `/test/api-keys/${name}`, { label: 'till' })).status).toBe(200)
  const listed = await alice.call('GET', '/test/api-keys')
  expect(listed.body.apiKeys).toEqual([
    { name, label: 'till', createdAt: expect.any(String), lastUsedAt: null },
  ])
  expect((await alice.call('GET', '/main/api-keys')).body.apiKeys).toEqual([])

  expect((await alice.call('DELETE', `/test/api-keys/${name}`)).status).toBe(204)
  expect(await findApiKey(dashboard, name)).toBeNull()
})

test('a key of the test network shares nothing with one of the main network, and each is of its own (S1-30, S5.1-6)', async () => {
  const create = async (network: 'test' | 'main') =>
    (await alice.call('POST', `/${network}/api-keys`, { label: 'shop' })).body
  const [test, main] = [await create('test'), await create('main')]
  expect(main.name).not.toBe(test.name)
  expect(main.secret).not.toBe(test.secret)
  for (const [{ name, secret }, network] of [
    [test, 'TestNet'],
    [main, 'MainNet'],
  ] as const)
    expect(await findApiKey(dashboard, name)).toMatchObject({ secret, network })
})

test('assets are listed with their tokens and switched on', async () => {
  expect((await alice.call('PUT', '/test/assets/tUSDC', { active: true })).body).toMatchObject({
    code: 'tUSDC',
    active: true,
    decimals: 6,
    blockchain: 'LocalTestNet',
  })
  const { body } = await alice.call('GET', '/test/assets')
  expect(body.assets.map(({ active }: { active: boolean }) => active)).toEqual([true, false])
  expect((await alice.call('GET', '/test/assets/tUSDC')).body.active).toBe(true)
  expect((await alice.call('PUT', '/main/assets/tUSDC', { active: true })).status).toBe(404)
  expect((await alice.call('PUT', '/test/assets/tUSDC', { active: 'yes' })).status).toBe(400)
})

test('the checklist of one asset counts that asset alone, and knows no other', async () => {
  const missing = async (asset: string) =>
    (await alice.call('GET', `/test/checklist?asset=${asset}`)).body.missing
  expect(await missing('tUSDC')).not.toContain('ActiveAsset')
  expect(await missing('tUSDT')).toContain('ActiveAsset')
  const unknown = await alice.call('GET', '/test/checklist?asset=tEUR')
  expect(unknown.status).toBe(404)
  expect(unknown.body.message).toContain("There is no asset 'tEUR' on the TestNet")
})

test('a receiver is a real address on a chain of the network', async () => {
  // No chain runs here, so nobody can say whether a contract stands there.
  const put = (body: object) => alice.call('PUT', '/test/receiver', { ...body, confirm: true })
  const blockchain = 'LocalTestNet'
  const zero = `0x${'0'.repeat(40)}`
  const mistyped = addressOf('aB').replace('A', 'a')
  expect((await put({ blockchain, address: zero })).body.fields[0].path).toBe('address')
  expect((await put({ blockchain, address: mistyped })).status).toBe(400)
  expect((await put({ blockchain: 'LocalMainNet', address: addressOf('ab') })).status).toBe(404)
  expect((await put({ blockchain, address: addressOf('ab').toLowerCase() })).body.address).toBe(
    addressOf('ab'),
  )
  expect((await alice.call('GET', '/test/receiver')).body.receivers).toEqual([
    { blockchain, address: addressOf('ab'), waiting: null },
  ])
})

test("no receiver is what was the service's own on a chain that is not served any more", async () => {
  const { pool } = dashboard.database
  const [wallet, factory, token] = ['c1', 'c2', 'c3'].map(addressOf)
  await pool.query(
    `insert into gas_wallet (merchant_id, network, blockchain, address, sealed_private_key)
     values ('another merchant', 'MainNet', 'Gone', $1, 'sealed')`,
    [wallet],
  )
  await pool.query(
    `insert into chain_deployment (blockchain, chain_id, factory, implementation, deposit_factory,
       deposit_implementation, from_block, tokens) values ('Gone', 99, $1, $1, $1, $1, 0, $2)`,
    [factory, JSON.stringify({ OLD: token })],
  )
  for (const address of [wallet, factory, token]) {
    const body = { blockchain: 'LocalTestNet', address, confirm: true }
    const answer = await alice.call('PUT', '/test/receiver', body)
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('money there is lost'),
    })
  }
})

test('gas wallets are there when first looked for, one for each chain and network', async () => {
  const [first, again, main] = await Promise.all([
    alice.call('GET', '/test/gas-wallets'),
    alice.call('GET', '/test/gas-wallets'),
    alice.call('GET', '/main/gas-wallets'),
  ])
  expect(first.body).toEqual(again.body)
  expect(first.body.gasWallets).toEqual([
    {
      blockchain: 'LocalTestNet',
      address: expect.stringMatching(/^0x/),
      status: null,
      balance: null,
      chargesLeft: null,
      daysLeft: null,
      lowBelowDays: 7,
      seenAt: null,
      givesTestMoney: true,
    },
  ])
  expect(main.body.gasWallets[0].address).not.toBe(first.body.gasWallets[0].address)
})

test('the checklist says what is left to do (S1-33)', async () => {
  const { body } = await bob.call('GET', '/test/checklist')
  expect(body.missing).toEqual([
    'ActiveAsset',
    'GasWalletFunds',
    'Receiver',
    'ApiKey',
    'ActivePlan',
  ])
  expect(body.items[0]).toMatchObject({ name: 'ActiveAsset', done: false })
  expect((await bob.call('GET', '/main/checklist')).body.missing).toContain('Verification')
})

test('a webhook endpoint is an address without credentials', async () => {
  const put = (url: string | null) => bob.call('PUT', '/test/webhook-endpoint', { url })
  expect((await put('ftp://shop.example')).status).toBe(400)
  expect((await put('https://me:secret@shop.example')).status).toBe(400)
  expect((await bob.call('POST', '/test/webhook-endpoint/test', {})).status).toBe(404)
  expect((await put('https://shop.example/hooks')).status).toBe(200)
  expect((await bob.call('GET', '/test/webhook-endpoint')).body.url).toBe(
    'https://shop.example/hooks',
  )
  expect((await bob.call('GET', '/main/webhook-endpoint')).body.url).toBeNull()
})

test('webhooks of the main network go over https only', async () => {
  const put = (url: string) => bob.call('PUT', '/main/webhook-endpoint', { url })
  for (const plain of ['http://shop.example', 'HTTP://shop.example'])
    expect((await put(plain)).body.fields[0].path).toBe('url')
  expect((await put('https://shop.example/hooks')).status).toBe(200)
})

test('the hosts that payers may be led back to are whole hosts, each network with its own', async () => {
  const put = (hosts: string[]) => bob.call('PUT', '/test/return-hosts', { hosts })
  expect((await put(['Shop.example', 'b.example:8443'])).body.hosts).toEqual([
    'b.example:8443',
    'shop.example',
  ])
  expect((await put(['shop.example', 'shop.example'])).body.hosts).toEqual(['shop.example'])
  expect((await put(['shop.example:443', 'shop.example'])).body.hosts).toEqual(['shop.example'])
  const notHosts = ['https://shop.example', 'shop.example/', '', 'a b', '*.example']
  for (const wrong of [...notHosts, 'shop.example:99999', 'a..b', '1.2.3.999'])
    expect((await put([wrong])).status).toBe(400)
  expect((await bob.call('GET', '/main/return-hosts')).body.hosts).toEqual([])
  expect((await alice.call('GET', '/test/return-hosts')).body.hosts).toEqual([])
  expect((await put([])).body.hosts).toEqual([])
})

test('a merchant says for how many days payers may withdraw, for each network', async () => {
  const put = (withdrawalDays: unknown) =>
    bob.call('PUT', '/test/withdrawal-period', { withdrawalDays })
  expect((await bob.call('GET', '/test/withdrawal-period')).body).toEqual({ withdrawalDays: 0 })
  expect((await put(14)).body).toEqual({ withdrawalDays: 14 })
  expect((await put(30)).body).toEqual({ withdrawalDays: 30 })
  for (const wrong of [31, -1, 1.5, '14', null]) expect((await put(wrong)).status).toBe(400)
  expect((await bob.call('GET', '/test/withdrawal-period')).body).toEqual({ withdrawalDays: 30 })
  expect((await bob.call('GET', '/main/withdrawal-period')).body).toEqual({ withdrawalDays: 0 })
  expect((await alice.call('GET', '/test/withdrawal-period')).body).toEqual({ withdrawalDays: 0 })
  expect((await put(0)).body).toEqual({ withdrawalDays: 0 })
})

test('a test event goes the way of all events', async () => {
  await bob.call('PUT', '/test/webhook-endpoint', { url: 'https://shop.example/hooks' })
  const { status, body } = await bob.call('POST', '/test/webhook-endpoint/test', {})
  expect(status).toBe(202)
  const { rows } = await dashboard.database.pool.query(
    "select * from outbox where channel = 'event' and payload->>'resourceId' = $1",
    [body.testId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].payload).toMatchObject({ eventType: 'WebhookTest', sequence: 1 })
})

test('the origins that may frame the widget are whole and encrypted, each network with its own', async () => {
  const put = (origins: string[]) => bob.call('PUT', '/test/frame-origins', { origins })
  expect((await put(['https://Shop.example/', 'http://localhost:8080'])).body.origins).toEqual([
    'http://localhost:8080',
    'https://shop.example',
  ])
  const notOrigins = ['http://shop.example', 'shop.example', 'https://*.example', 'https://a/b', '']
  for (const wrong of [...notOrigins, "https://a 'self'", 'https://a;b', 'null'])
    expect((await put([wrong])).status).toBe(400)
  expect((await bob.call('GET', '/main/frame-origins')).body.origins).toEqual([])
  expect((await alice.call('GET', '/test/frame-origins')).body.origins).toEqual([])
  expect((await put([])).body.origins).toEqual([])
})
