import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateAccount, createAccount, findAccount } from '../../src/store/people/accounts.ts'
import * as apiKeys from '../../src/store/merchants/api-keys.ts'
import { setAssetActive, listActiveAssets } from '../../src/store/merchants/assets.ts'
import { readChecklist } from '../../src/store/merchants/checklist.ts'
import * as gasWallets from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { findReceiver, setReceiver } from '../../src/store/merchants/receivers.ts'
import * as sessions from '../../src/store/people/sessions.ts'
import * as endpoints from '../../src/store/merchants/webhook-endpoints.ts'
import { addressOf, createDependencies, directory } from './world.ts'

let dependencies: Awaited<ReturnType<typeof createDependencies>>
let alice: Owner
let bob: Owner

beforeAll(async () => {
  dependencies = await createDependencies()
  alice = { merchantId: await createMerchant(dependencies, 'Alice'), network: 'TestNet' }
  bob = { merchantId: await createMerchant(dependencies, 'Bob'), network: 'TestNet' }
})
afterAll(() => dependencies.database.close())

test('an account logs in with its password, whatever the case of the address', async () => {
  const account = {
    email: 'Staff@Alice.example',
    password: 'correct horse',
    role: 'Owner',
  } as const
  await createAccount(dependencies, { ...account, merchantId: alice.merchantId })
  expect(
    await authenticateAccount(dependencies, 'staff@alice.example', 'correct horse'),
  ).toMatchObject({
    merchantId: alice.merchantId,
  })
  expect(await authenticateAccount(dependencies, 'staff@alice.example', 'wrong')).toBeNull()
  expect(
    await authenticateAccount(dependencies, 'nobody@alice.example', 'correct horse'),
  ).toBeNull()
})

test('a session is found by its token until it is closed', async () => {
  const email = 'o@x.example'
  const id = await createAccount(dependencies, { email, password: 'p', role: 'Operator' })
  const token = (await sessions.openSession(
    dependencies,
    (await findAccount(dependencies, email))!,
  ))!
  expect(await sessions.findSession(dependencies, token)).toMatchObject({ account: { id } })
  await sessions.closeSession(dependencies, token)
  expect(await sessions.findSession(dependencies, token)).toBeNull()
})

test("an API key's secret is read back from the sealed row", async () => {
  const { name, secret } = await apiKeys.createApiKey(dependencies, alice, 'shop')
  expect(await apiKeys.findApiKey(dependencies, name)).toEqual({
    name,
    secret,
    isDemo: false,
    ...alice,
  })
  const rows = await dependencies.database.pool.query('select * from api_key')
  expect(JSON.stringify(rows.rows)).not.toContain(secret)
})

test('API keys are listed, relabelled and deleted by their owner only', async () => {
  const { name } = await apiKeys.createApiKey(dependencies, alice, 'second')
  expect(await apiKeys.relabelApiKey(dependencies, bob, name, 'mine')).toBe(false)
  expect(await apiKeys.deleteApiKey(dependencies, { ...alice, network: 'MainNet' }, name)).toBe(
    false,
  )
  expect(await apiKeys.relabelApiKey(dependencies, alice, name, 'till')).toBe(true)
  expect(await apiKeys.listApiKeys(dependencies, alice)).toContainEqual(
    expect.objectContaining({ name, label: 'till' }),
  )
  expect(await apiKeys.listApiKeys(dependencies, bob)).toEqual([])
  expect(await apiKeys.deleteApiKey(dependencies, alice, name)).toBe(true)
  expect(await apiKeys.findApiKey(dependencies, name)).toBeNull()
})

test('assets and receivers are set per network and merchant', async () => {
  await setAssetActive(dependencies, alice, 'tUSDC', true)
  await setAssetActive(dependencies, alice, 'tUSDT', true)
  await setAssetActive(dependencies, alice, 'tUSDT', false)
  expect(await listActiveAssets(dependencies, alice)).toEqual(['tUSDC'])
  expect(await listActiveAssets(dependencies, bob)).toEqual([])

  await setReceiver(dependencies, alice, { blockchain: 'LocalTestNet', address: addressOf('aa') })
  await setReceiver(dependencies, alice, { blockchain: 'LocalTestNet', address: addressOf('ab') })
  expect(await findReceiver(dependencies, alice, 'LocalTestNet')).toBe(addressOf('ab'))
  expect(await findReceiver(dependencies, bob, 'LocalTestNet')).toBeNull()
})

test('a gas wallet is made once, and its key fits its address', async () => {
  const wallets = await Promise.all(
    [1, 2, 3].map(() => gasWallets.ensureGasWallet(dependencies, alice, 'LocalTestNet')),
  )
  const [wallet] = wallets
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(1)
  const key = await gasWallets.openGasKey(dependencies, alice, 'LocalTestNet')
  expect(privateKeyToAddress(key)).toBe(wallet!.address)
  expect(wallet!.balance).toBeNull()
  await expect(gasWallets.openGasKey(dependencies, bob, 'LocalTestNet')).rejects.toThrow(
    'no gas wallet',
  )
})

test('the balance of a gas wallet is what was last seen', async () => {
  const { address } = await gasWallets.ensureGasWallet(dependencies, alice, 'LocalTestNet')
  await gasWallets.recordGasBalance(dependencies, 'LocalTestNet', address, 10n ** 30n)
  const [wallet] = await gasWallets.listGasWallets(dependencies, alice)
  expect(wallet!.balance).toBe(10n ** 30n)
})

test('a webhook endpoint keeps its id when its address changes', async () => {
  await endpoints.setWebhookEndpoint(dependencies, alice, 'https://alice.example/a')
  const first = await endpoints.findWebhookEndpoint(dependencies, alice)
  await endpoints.setWebhookEndpoint(dependencies, alice, 'https://alice.example/b')
  expect(await endpoints.findWebhookEndpoint(dependencies, alice)).toMatchObject({
    id: first!.id,
    url: 'https://alice.example/b',
  })
  await endpoints.setWebhookEndpoint(dependencies, alice, null)
  expect(await endpoints.findWebhookEndpoint(dependencies, alice)).toBeNull()
})

test('the checklist tells what is missing, and for one asset only that asset counts (S1-33, S1-34)', async () => {
  const { missing } = await readChecklist(dependencies, alice)
  expect(missing).toEqual(['ActivePlan'])
  const other = directory.asset('tUSDT', 'TestNet')
  expect((await readChecklist(dependencies, alice, other)).missing).toEqual([
    'ActiveAsset',
    'ActivePlan',
  ])
  expect((await readChecklist(dependencies, { ...bob, network: 'MainNet' })).missing).toEqual([
    'ActiveAsset',
    'GasWalletFunds',
    'Receiver',
    'ApiKey',
    'ActivePlan',
    'Verification',
  ])
})
