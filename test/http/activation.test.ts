/** The API reports a subscription whose funds are on a real chain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { findApiKey } from '../../src/store/merchants/api-keys.ts'
import { type FlowWorld, startWorld } from '../flow/world.ts'
import { askWorker } from '../support/ask.ts'
import { settle } from '../support/settle.ts'
import { basicClient, send } from './client.ts'
import { sessionOf } from './sessions.ts'

let world: FlowWorld
let url: string
beforeAll(async () => {
  world = await startWorld()
  url = world.merchant.dev.baseUrl
  await world.payer.earn(1_000)
})
afterAll(() => world?.stop())

const statusOf = (contract: string) =>
  send(`${url}/integration/subscriptions/${contract}/status`, 'GET')
const activate = (contract: string) =>
  world.merchant.call('POST', `/integration/subscriptions/${contract}/activate`)

test('the public status shows the allowance that the chain has now (S4.3-2)', async () => {
  // Later than today: else the first charge would have taken its part of it.
  const startFrom = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { contractAddress } = await world.merchant.subscribe(world.payer.address, { startFrom })
  expect((await statusOf(contractAddress)).body).toEqual({ status: 'Draft', allowance: '0 ltUSDC' })
  await world.payer.approve(contractAddress, 24)
  expect((await statusOf(contractAddress)).body.allowance).toBe('24 ltUSDC')
})

test('an activation is answered when the funds have been checked, and again without harm (S4.3-10)', async () => {
  const startFrom = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { contractAddress } = await world.merchant.subscribe(world.payer.address, { startFrom })
  await world.payer.approve(contractAddress, 24)
  const answers = await Promise.all(Array.from({ length: 5 }, () => activate(contractAddress)))
  for (const { status, body } of [...answers, await activate(contractAddress)]) {
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'Pending',
      phase: 'AwaitingStart',
      allowance: '24 ltUSDC',
      reason: null,
    })
  }
})

test('an activation that found no funds is judged anew with the same key (S3.2-4, S4.3-2)', async () => {
  const startFrom = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { contractAddress } = await world.merchant.subscribe(world.payer.address, { startFrom })
  const { apiKey: name, apiSecret: secret } = world.merchant.dev.merchant
  const activateOnce = () =>
    basicClient(url, { name, secret }).post(
      `/integration/subscriptions/${contractAddress}/activate`,
      {},
      { 'idempotency-key': contractAddress },
    )
  expect((await activateOnce()).body).toMatchObject({
    status: 'Draft',
    reason: 'InsufficientAllowance',
  })
  await world.payer.approve(contractAddress, 24)
  expect((await activateOnce()).body).toMatchObject({ status: 'Pending' })
  expect((await activateOnce()).headers.get('idempotent-replayed')).toBe('true')
})

test('a customer who asks for one look after another writes nothing more, and asks no node (security R9)', async () => {
  const startFrom = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { contractAddress, customerId } = await world.merchant.subscribe(world.payer.address, {
    startFrom,
  })
  const { token } = await world.merchant.post<{ token: string }>(
    '/integration/subscriptions/create-customer-token',
    { customerId },
  )
  const session = sessionOf(url, token)
  const press = () => session.post(`/session/subscriptions/${contractAddress}/activate`)
  const { service } = world.service
  const rows = async () => {
    const { rowCount } = await service.database.pool.query(
      `select from journal where entity_id = $1`,
      [contractAddress],
    )
    return rowCount
  }
  const short = { status: 'Draft', reason: 'InsufficientAllowance' }
  expect((await press()).body).toMatchObject(short)
  const before = await rows()
  for (let i = 0; i < 9; i++) expect((await press()).body).toMatchObject(short)
  expect(await rows()).toBe(before)
  expect((await press()).status).toBe(429)

  await world.payer.approve(contractAddress, 24)
  await settle(service)
  expect(await world.merchant.read(contractAddress)).toMatchObject({ status: 'Pending' })
})

test('archiving a plan ends nothing, and a draft of it that is to be begun by command begins by no other', async () => {
  const { merchant, payer } = world
  const running = await merchant.subscribe(payer.address)
  await payer.approve(running.contractAddress, 240)
  await activate(running.contractAddress)
  // A draft ends thirty days after its start, so this one starts later.
  const startFrom = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString()
  const wanted = { activation: 'manual' as const, startFrom }
  const draft = await merchant.subscribe(payer.address, wanted)
  expect(draft).toMatchObject({ status: 'Draft', activation: 'manual', willChargeAt: null })
  await payer.approve(draft.contractAddress, 240)

  const { service } = world.service
  const { merchantId, network } = (await findApiKey(service, merchant.dev.merchant.apiKey))!
  const archive = {
    id: `http/${merchant.dev.planId}/archive`,
    kind: 'plan' as const,
    entityId: merchant.dev.planId,
    merchantId,
    network,
    event: { type: 'plan.archive' },
    cause: { type: 'command', command: 'plan.archive', by: 'merchant' } as const,
  }
  expect(
    (await askWorker({ ...service, bus: service.buses.of('http') }, archive, 5_000)).outcome,
  ).toBe('applied')
  const refused = await merchant.call('POST', '/integration/subscriptions', {
    planId: merchant.dev.planId,
    customerId: 'late',
    payer: payer.address,
    startFrom: new Date(0).toISOString(),
  })
  expect([refused.status, refused.body['code']]).toEqual([409, 'PlanNotActive'])

  // A period passes: what runs is charged again, and the draft has seen its allowance and waits.
  await merchant.pass(32)
  expect(await merchant.read(running.contractAddress)).toMatchObject({ chargesMade: 2 })
  const waiting = await merchant.read(draft.contractAddress)
  expect(waiting).toMatchObject({ status: 'Draft', phase: 'Idle', allowance: '240 ltUSDC' })
  expect((await activate(draft.contractAddress)).status).toBe(200)
  await settle(service)
  expect((await merchant.read(draft.contractAddress)).status).toBe('Active')
}, 60_000)

test('the test clock obeys keys of the test network only', async () => {
  const { service } = world.service
  const demo = await findApiKey(service, world.merchant.dev.merchant.apiKey)
  const onMainNet = { merchantId: demo!.merchantId, network: 'MainNet' as const }
  const main = basicClient(url, await createApiKey(service, onMainNet, 'main'))
  const refused = await main.post('/testing/clock/advance', { seconds: 60 })
  expect([refused.status, refused.body.code]).toEqual([403, 'Forbidden'])
  expect((await main.get('/testing/clock')).status).toBe(403)
})

test.each([0, -1, 1.5, '60', null, 1e12])('the test clock is not moved by %j', async (seconds) => {
  const { status } = await world.merchant.call('POST', '/testing/clock/advance', { seconds })
  expect(status).toBe(400)
})

test('the test clock tells the time and moves it', async () => {
  const before = await world.merchant.get<{ now: string }>('/testing/clock')
  const moved = await world.merchant.post<{ now: string }>('/testing/clock/advance', {
    seconds: 3_600,
  })
  expect(Date.parse(moved.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000)
})
