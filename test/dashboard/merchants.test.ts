import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate, createAccount, findAccount } from '../../src/store/merchants/accounts.ts'
import * as apiKeys from '../../src/store/merchants/api-keys.ts'
import { setAssetActive, listActiveAssets } from '../../src/store/merchants/assets.ts'
import { checklist } from '../../src/store/merchants/checklist.ts'
import * as customerTokens from '../../src/store/merchants/customer-tokens.ts'
import * as gasWallets from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { findReceiver, setReceiver } from '../../src/store/merchants/receivers.ts'
import * as sessions from '../../src/store/merchants/sessions.ts'
import * as endpoints from '../../src/store/merchants/webhook-endpoints.ts'
import { addressOf, createRoom, directory } from './world.ts'

let room: Awaited<ReturnType<typeof createRoom>>
let alice: Owner
let bob: Owner

beforeAll(async () => {
  room = await createRoom()
  alice = { merchantId: await createMerchant(room, 'Alice'), network: 'TestNet' }
  bob = { merchantId: await createMerchant(room, 'Bob'), network: 'TestNet' }
})
afterAll(() => room.database.close())

test('an account logs in with its password, whatever the case of the address', async () => {
  const account = {
    email: 'Staff@Alice.example',
    password: 'correct horse',
    role: 'merchant',
  } as const
  await createAccount(room, { ...account, merchantId: alice.merchantId })
  expect(await authenticate(room, 'staff@alice.example', 'correct horse')).toMatchObject({
    merchantId: alice.merchantId,
  })
  expect(await authenticate(room, 'staff@alice.example', 'wrong')).toBeNull()
  expect(await authenticate(room, 'nobody@alice.example', 'correct horse')).toBeNull()
})

test('a session is found by its token until it is closed', async () => {
  const email = 'o@x.example'
  const id = await createAccount(room, { email, password: 'p', role: 'operator' })
  const token = (await sessions.openSession(room, (await findAccount(room, email))!))!
  expect(await sessions.findSessionAccount(room, token)).toMatchObject({ id })
  await sessions.closeSession(room, token)
  expect(await sessions.findSessionAccount(room, token)).toBeNull()
})

test("an API key's secret is read back from the sealed row", async () => {
  const { name, secret } = await apiKeys.createApiKey(room, alice, 'shop')
  expect(await apiKeys.findApiKey(room, name)).toEqual({ name, secret, isDemo: false, ...alice })
  const rows = await room.database.pool.query('select * from api_key')
  expect(JSON.stringify(rows.rows)).not.toContain(secret)
})

test('API keys are listed, relabelled and deleted by their owner only', async () => {
  const { name } = await apiKeys.createApiKey(room, alice, 'second')
  expect(await apiKeys.relabelApiKey(room, bob, name, 'mine')).toBe(false)
  expect(await apiKeys.deleteApiKey(room, { ...alice, network: 'MainNet' }, name)).toBe(false)
  expect(await apiKeys.relabelApiKey(room, alice, name, 'till')).toBe(true)
  expect(await apiKeys.listApiKeys(room, alice)).toContainEqual(
    expect.objectContaining({ name, label: 'till' }),
  )
  expect(await apiKeys.listApiKeys(room, bob)).toEqual([])
  expect(await apiKeys.deleteApiKey(room, alice, name)).toBe(true)
  expect(await apiKeys.findApiKey(room, name)).toBeNull()
})

test('assets and receivers are set per network and merchant', async () => {
  await setAssetActive(room, alice, 'tUSDC', true)
  await setAssetActive(room, alice, 'tUSDT', true)
  await setAssetActive(room, alice, 'tUSDT', false)
  expect(await listActiveAssets(room, alice)).toEqual(['tUSDC'])
  expect(await listActiveAssets(room, bob)).toEqual([])

  await setReceiver(room, alice, { blockchain: 'LocalTestNet', address: addressOf('aa') })
  await setReceiver(room, alice, { blockchain: 'LocalTestNet', address: addressOf('ab') })
  expect(await findReceiver(room, alice, 'LocalTestNet')).toBe(addressOf('ab'))
  expect(await findReceiver(room, bob, 'LocalTestNet')).toBeNull()
})

test('a gas wallet is made once, and its key fits its address', async () => {
  const wallets = await Promise.all(
    [1, 2, 3].map(() => gasWallets.ensureGasWallet(room, alice, 'LocalTestNet')),
  )
  const [wallet] = wallets
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(1)
  const key = await gasWallets.openGasKey(room, alice, 'LocalTestNet')
  expect(privateKeyToAddress(key)).toBe(wallet!.address)
  expect(wallet!.balance).toBeNull()
  await expect(gasWallets.openGasKey(room, bob, 'LocalTestNet')).rejects.toThrow('no gas wallet')
})

test('the balance of a gas wallet is what was last seen', async () => {
  const { address } = await gasWallets.ensureGasWallet(room, alice, 'LocalTestNet')
  await gasWallets.recordGasBalance(room, 'LocalTestNet', address, 10n ** 30n)
  const [wallet] = await gasWallets.listGasWallets(room, alice)
  expect(wallet!.balance).toBe(10n ** 30n)
  expect(await gasWallets.estimateChargesLeft(room, wallet!)).toBeNull()
})

test('a webhook endpoint keeps its id when its address changes', async () => {
  await endpoints.setWebhookEndpoint(room, alice, 'https://alice.example/a')
  const first = await endpoints.findWebhookEndpoint(room, alice)
  await endpoints.setWebhookEndpoint(room, alice, 'https://alice.example/b')
  expect(await endpoints.findWebhookEndpoint(room, alice)).toMatchObject({
    id: first!.id,
    url: 'https://alice.example/b',
  })
  await endpoints.setWebhookEndpoint(room, alice, null)
  expect(await endpoints.findWebhookEndpoint(room, alice)).toBeNull()
})

test('a customer token lets in whom it was made for, and no two are alike', async () => {
  const token = await customerTokens.createCustomerToken(room, alice, 'customer-1')
  expect(await customerTokens.createCustomerToken(room, alice, 'customer-1')).not.toBe(token)
  expect(await customerTokens.findCustomerToken(room, token)).toMatchObject({
    ...alice,
    customerId: 'customer-1',
  })
  expect(await customerTokens.findCustomerToken(room, 'guess')).toBeNull()
})

test('a customer token that is over lets nobody in', async () => {
  const token = await customerTokens.createCustomerToken(room, alice, 'customer-2')
  const { rowCount } = await room.database.pool.query(
    `update customer_token set expires_at = now() - interval '1 second' where customer_id = 'customer-2'`,
  )
  expect(rowCount).toBe(1)
  expect(await customerTokens.findCustomerToken(room, token)).toBeNull()
})

test('the checklist tells what is missing, and for one asset only that asset counts', async () => {
  const { missing } = await checklist(room, alice)
  expect(missing).toEqual(['ActivePlan'])
  const other = directory.asset('tUSDT', 'TestNet')
  expect((await checklist(room, alice, other)).missing).toEqual(['ActiveAsset', 'ActivePlan'])
  expect((await checklist(room, { ...bob, network: 'MainNet' })).missing).toEqual([
    'ActiveAsset',
    'GasWalletFunds',
    'Receiver',
    'ApiKey',
    'ActivePlan',
    'Verification',
  ])
})
