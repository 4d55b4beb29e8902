import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPresence } from '../../src/operating/presence.ts'
import { roles } from '../../src/shared/nats-settings.ts'
import { type Dashboard, newMerchant, newOperator, startDashboard } from './service.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await startDashboard()
  await dashboard.database.pool.query(
    `insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     values ('LocalTestNet', 1, 100, '0x01', now(), now())`,
  )
  await dashboard.database.pool.query(
    `insert into chain_node (blockchain, position, name, head_number, head_time, head_seen_at,
       error_count, last_error, last_error_at, lacks, log_range, reported_at)
     values ('LocalTestNet', 0, 'https://node.example', 103, now(), now(), 2, 'eth_call: ill', now(),
       '["logs of any address"]', 10, now())`,
  )
})
afterAll(() => dashboard?.stop())

test('an operator sees every chain with its nodes and what they said', async () => {
  const operator = await newOperator(dashboard, 'olga')
  const { body } = await operator.call('GET', '/operator/chains')
  expect(
    body.chains.map(({ name, state }: { name: string; state: string }) => [name, state]),
  ).toEqual([
    ['LocalTestNet', 'Ok'],
    ['LocalMainNet', 'Unread'],
  ])
  expect(body.chains[0]).toMatchObject({
    read: { number: 100 },
    head: { number: 103 },
    lagBlocks: 3,
    nodes: [
      {
        name: 'https://node.example',
        errorCount: 2,
        lastError: 'eth_call: ill',
        lacks: ['logs of any address'],
        logRange: 10,
      },
    ],
  })
})

test('a merchant sees the chains of the network, and nothing of their nodes', async () => {
  const merchant = await newMerchant(dashboard, 'maria')
  const { body } = await merchant.call('GET', '/test/chains')
  expect(body.chains).toHaveLength(1)
  expect(body.chains[0]).toMatchObject({ name: 'LocalTestNet', state: 'Ok', lagBlocks: 3 })
  expect(JSON.stringify(body)).not.toMatch(/node\.example|eth_call/)
  expect((await merchant.call('GET', '/operator/chains')).status).toBe(403)
})

test('/ready names the chain that is late, and says that the service is up', async () => {
  const presence = await startPresence(dashboard, { beatMs: 1_000 })
  await presence.announce(roles)
  const { statusCode, body } = await dashboard.server.inject({ method: 'GET', url: '/ready' })
  await presence.stop()
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).toEqual({
    status: 'degraded',
    degraded: [
      { blockchain: 'LocalMainNet', state: 'Unread', headAgeSeconds: null, lagBlocks: null },
    ],
    absentRoles: [],
    advice: [expect.stringMatching(/^Late chains \(LocalMainNet\): .*Chains/)],
  })
})

test('a block that was read is there, though no node has said so yet', async () => {
  const operator = await newOperator(dashboard, 'otto')
  await dashboard.database.pool.query('update chain_cursor set block_number = 105')
  const { body } = await operator.call('GET', '/operator/chains')
  expect(body.chains[0]).toMatchObject({
    read: { number: 105 },
    head: { number: 105 },
    lagBlocks: 0,
    nodes: [{ head: { number: 103 }, lagBlocks: 2 }],
  })
})
