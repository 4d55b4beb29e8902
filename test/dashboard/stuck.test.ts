/** Effects that do not get done: an operator tries them again, or parks them; nobody forgets them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimRows } from '../../src/store/engine/outbox.ts'
import { type Dashboard, newMerchant, newOperator, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let operator: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  operator = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

const owner = { merchantId: 'somebody', network: 'TestNet' }
/** Puts a row into the outbox that has failed five times and rests for an hour. */
async function newStuckRow(channel: string, waitsFor: string | null = null): Promise<string> {
  const id = `test/${channel}/${Math.random()}`
  await dashboard.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause,
       at, available_at, attempts, last_error, waits_for)
     values ($1, $2, 'sweep', 'payment', 'x', $3, $4, '', '{}', '{}', now(), now() + interval '1 hour', 5,
       'the node said no', $5)`,
    [id, channel, owner.merchantId, owner.network, waitsFor],
  )
  return id
}
const effects = async (): Promise<{ id: string; isParked: boolean; lastError: string }[]> =>
  (await operator.call('GET', '/operator/stuck')).body.effects
const find = async (id: string) => (await effects()).find((one) => one.id === id)
const claimed = async () =>
  (await claimRows(dashboard.database, 'chain', { limit: 10, leaseMs: 1_000 })).map(({ id }) => id)

test('a stuck effect is tried again at once, and listed again once it fails once more', async () => {
  const id = await newStuckRow('chain')
  expect(await find(id)).toMatchObject({ isParked: false, lastError: 'the node said no' })
  expect(await claimed()).not.toContain(id)
  expect((await operator.call('POST', '/operator/stuck/retry', { id })).status).toBe(204)
  expect(await find(id)).toBeUndefined()
  expect(await claimed()).toContain(id)
  expect(await find(id)).toMatchObject({ isParked: false })
})

test('one that is parked is tried no more, stays listed with the reason, and can be tried again', async () => {
  const id = await newStuckRow('chain')
  const parking = { id, reason: 'the token is gone' }
  expect((await operator.call('POST', '/operator/stuck/park', parking)).status).toBe(204)
  expect(await find(id)).toMatchObject({
    isParked: true,
    lastError: 'parked by an operator: the token is gone',
  })
  expect(await claimed()).not.toContain(id)
  await operator.call('POST', '/operator/stuck/retry', { id })
  expect(await claimed()).toContain(id)
})

test('what its merchant alone can change is not listed, unless it is parked', async () => {
  const theirs = await newStuckRow('chain', 'AssetInactive')
  const ours = await newStuckRow('chain', 'NodesDiffer')
  expect((await effects()).map(({ id }) => id)).toContain(ours)
  expect(await find(theirs)).toBeUndefined()
  await operator.call('POST', '/operator/stuck/park', { id: theirs, reason: 'asked for' })
  expect(await find(theirs)).toMatchObject({ isParked: true })
})

test('webhooks are for their merchant to send again, and what is done is not there', async () => {
  const id = await newStuckRow('webhook')
  for (const one of [id, 'nothing'])
    expect((await operator.call('POST', '/operator/stuck/retry', { id: one })).status).toBe(404)
})

test('the audit log names the operator who did it, and merchants do none of it', async () => {
  const id = await newStuckRow('chain')
  await operator.call('POST', '/operator/stuck/park', { id, reason: 'asked by the merchant' })
  const { body } = await operator.call('GET', '/operator/audit?call=parkEffect&limit=1')
  expect(body.entries[0]).toMatchObject({ by: operator.email, asked: { id } })
  const alice = await newMerchant(dashboard, 'alice')
  expect((await alice.call('POST', '/operator/stuck/retry', { id })).status).toBe(403)
})

test('an effect is tried again or parked only by who has proven lately that it is really them', async () => {
  const id = await newStuckRow('chain')
  const late = await newOperator(dashboard, 'late')
  await dashboard.database.pool.query(
    `update session set proven_at = now() - interval '16 minutes'
     where account_id = (select id from account where email = $1)`,
    [late.email],
  )
  for (const [what, body] of [
    ['retry', { id }],
    ['park', { id, reason: 'no' }],
  ] as const) {
    const answer = await late.call('POST', `/operator/stuck/${what}`, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'SecondFactorRequired'])
  }
  expect(await find(id)).toMatchObject({ isParked: false, lastError: 'the node said no' })
})
