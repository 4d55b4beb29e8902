/** Operators see of merchants, people, verifications, gas and chains enough to help, and no secret. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { createSubscription, tellActor } from './actors.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let operator: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  operator = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

const business = {
  legalName: 'Alice Ltd',
  registrationNumber: '42',
  country: 'PL',
  website: 'https://alice.example',
  contactEmail: 'alice@alice.example',
}

test('a merchant’s page says how it does on each network, and nothing that opens a door', async () => {
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  await createSubscription(dashboard, owner, { customerId: 'c' })
  const url = 'https://shop.example/hook/a-secret-part?token=hidden'
  await alice.call('PUT', '/test/webhook-endpoint', { url })
  const key = (await alice.call('POST', '/test/api-keys', { label: 'till' })).body
  const { body } = await operator.call('GET', `/operator/merchants/${alice.merchantId}`)
  expect(body).toMatchObject({ name: 'alice', verification: 'NotSubmitted' })
  expect(body.networks).toEqual([
    {
      network: 'TestNet',
      states: [{ kind: 'subscription', status: 'Draft', count: 1 }],
      endpoint: { status: 'Answering', host: 'shop.example', waiting: 0, lastError: null },
      waitingReceivers: [],
    },
    {
      network: 'MainNet',
      states: [],
      endpoint: { status: 'NotSet', host: null, waiting: 0, lastError: null },
      waitingReceivers: [],
    },
  ])
  const text = JSON.stringify(body)
  for (const secret of ['a-secret-part', 'hidden', key.name, key.secret])
    expect(text).not.toContain(secret)
  expect((await operator.call('GET', '/operator/merchants/unknown')).status).toBe(404)
})

test('what an endpoint failed with is said while it fails, and no longer', async () => {
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const { pool } = dashboard.database
  const { rows } = await pool.query<{ endpointId: string; apiKey: string }>(
    `select e.id as "endpointId", k.name as "apiKey" from webhook_endpoint e
     join api_key k using (merchant_id, network) where merchant_id = $1`,
    [alice.merchantId],
  )
  const id = newId(dashboard.clock.now())
  const target = { kind: 'destination', id, owner } as const
  const failure = { httpStatus: 500, error: 'answered 500: no', lane: 'payment/one' }
  const createdAt = dashboard.clock.now().toISOString()
  const input = { id, ...owner, ...rows[0]!, createdAt, ...failure }
  const endpoint = async () => {
    const { body } = await operator.call('GET', `/operator/merchants/${alice.merchantId}`)
    return body.networks[0].endpoint
  }
  await tellActor(dashboard, target, { type: 'destination.create', input })
  expect(await endpoint()).toMatchObject({ status: 'Failing', lastError: failure.error })
  await tellActor(dashboard, target, { type: 'destination.answered' })
  expect(await endpoint()).toMatchObject({ status: 'Answering', lastError: null })
})

test('a verification’s page has what was submitted and decided, by whom and why', async () => {
  const path = `/operator/verifications/${alice.merchantId}`
  expect((await operator.call('GET', path)).body).toMatchObject({
    status: 'NotSubmitted',
    actions: [],
    history: [],
  })
  await alice.call('POST', '/test/verification', business)
  await operator.call('POST', `${path}/reject`, { reason: 'not in the register' })
  await alice.call('POST', '/test/verification', { ...business, registrationNumber: '43' })
  const { body } = await operator.call('GET', path)
  expect(body).toMatchObject({ status: 'Submitted', merchant: { name: 'alice' } })
  const steps = body.history as { what: string; by: string | null; reason: string | null }[]
  expect(steps.map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['submit', null, null],
    ['reject', operator.email, 'not in the register'],
    ['submit', null, null],
  ])
  expect(body.history[0].details).toEqual({ ...business, registrationNumber: '43' })
  expect((await operator.call('GET', '/operator/verifications/unknown')).status).toBe(404)
})

test('merchants are found by a part of the name, with how far their verification is', async () => {
  await newMerchant(dashboard, 'bob')
  const found = await operator.call('GET', '/operator/merchants?search=ALI')
  expect(found.body).toMatchObject({
    merchants: [{ id: alice.merchantId, verification: 'Submitted' }],
    page: { total: 1 },
  })
})

test('accounts say who has a second factor and who logged in last, found by address, merchant and role', async () => {
  const support = await newColleague(dashboard, alice.merchantId, 'Support')
  const find = async (query: string) =>
    (await operator.call('GET', `/operator/accounts?${query}`)).body
  const { accounts, page } = await find(`merchantId=${alice.merchantId}&roleIn=Support`)
  expect(page.total).toBe(1)
  expect(accounts[0]).toMatchObject({
    email: support.email,
    merchantName: 'alice',
    hasSecondFactor: false,
    sessions: 1,
  })
  expect(Date.now() - Date.parse(accounts[0].lastLoginAt)).toBeLessThan(60_000)
  const byName = await find('search=alice')
  expect(byName.accounts.map(({ email }: Person) => email)).toEqual([support.email, alice.email])
  expect((await find('search=nobody@')).accounts).toEqual([])
  await dashboard.database.pool.query(
    `insert into totp (account_id, wrapped_key, sealed_secret, created_at, confirmed_at)
     select id, 'x', 'x', now(), now() from account where email = $1`,
    [support.email],
  )
  expect((await find('roleIn=Support')).accounts[0].hasSecondFactor).toBe(true)
})

test('chains say when a block is final and what to do about their state', async () => {
  const { chains } = (await operator.call('GET', '/operator/chains')).body
  expect(chains[0]).toMatchObject({
    state: 'Unread',
    finality: { by: 'confirmations', confirmations: expect.any(Number) },
    advice: expect.stringContaining('watcher'),
  })
  const ofMerchant = (await alice.call('GET', '/test/chains')).body.chains[0]
  expect(ofMerchant).not.toHaveProperty('advice')
  expect(ofMerchant).not.toHaveProperty('nodes')
})

test('gas wallets come with the days they last, those that pay for the fewest charges first', async () => {
  const carol = await newMerchant(dashboard, 'carol')
  await carol.call('GET', '/test/gas-wallets')
  const { pool } = dashboard.database
  await pool.query(
    `insert into gas_price (blockchain, worst_wei, data_fee_wei, seen_at)
     select distinct blockchain, 1000, 0, now() from gas_wallet`,
  )
  const hold = async (merchantId: string, wei: string) =>
    pool.query('update gas_wallet set balance = $2, seen_at = now() where merchant_id = $1', [
      merchantId,
      wei,
    ])
  await alice.call('GET', '/test/gas-wallets')
  await hold(alice.merchantId, '10000000000000000000')
  await hold(carol.merchantId, '1')
  const list = async (query: string) =>
    (await operator.call('GET', `/operator/gas-wallets?${query}`)).body
  const { gasWallets } = await list('')
  const names = gasWallets.map(({ merchantName }: { merchantName: string }) => merchantName)
  expect(new Set(names.slice(0, names.length / 2))).toEqual(new Set(['carol']))
  const owner = { merchantId: carol.merchantId, network: 'TestNet' } as const
  await createSubscription(dashboard, owner, { customerId: 'c' })
  const due = new Date(dashboard.clock.now().getTime() + 2.5 * 86_400_000)
  await pool.query(
    `update subscription set status = 'Active',
       snapshot = jsonb_set(snapshot, '{context,nextChargeAt}', to_jsonb($2::text))
     where merchant_id = $1`,
    [carol.merchantId, due.toISOString()],
  )
  const ofCarol = await list(`merchantId=${carol.merchantId}`)
  const days = ofCarol.gasWallets.map(({ daysLeft }: { daysLeft: number | null }) => daysLeft)
  expect(days).toContain(2)
  expect(ofCarol.page.total).toBe(ofCarol.gasWallets.length)
})
