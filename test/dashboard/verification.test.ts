import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Dashboard,
  logIn,
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
  registrationNumber: '12345',
  country: 'SE',
  website: 'https://alice.example',
  contactEmail: 'legal@alice.example',
}
const decide = (decision: string, body: object = {}) =>
  operator.call('POST', `/operator/verifications/${alice.merchantId}/${decision}`, body)

/** A merchant whose verification waits is shown nothing of what is the operator's to decide. */
async function expectNothingToPress() {
  expect((await alice.call('GET', '/main/verification')).body.actions).toEqual([])
  const history = `/main/verifications/${alice.merchantId}/history`
  expect((await alice.call('GET', history)).body.actions).toEqual([])
  const again = await alice.call('POST', '/main/verification', business)
  expect([again.status, again.body.allowed]).toEqual([409, []])
  const { body } = await operator.call('GET', '/operator/verifications')
  expect(body.verifications[0].actions).toEqual(['approve', 'reject'])
}

test('a business is verified by the operator, and the main network opens (S1-35)', async () => {
  expect((await alice.call('GET', '/main/verification')).body.status).toBe('NotSubmitted')
  expect((await decide('approve')).status).toBe(404)
  expect(
    (await alice.call('POST', '/main/verification', { ...business, country: 'X' })).status,
  ).toBe(400)
  expect((await alice.call('POST', '/main/verification', business)).body).toMatchObject({
    status: 'Submitted',
    details: business,
  })
  await expectNothingToPress()

  expect((await decide('reject')).status).toBe(400)
  expect((await decide('reject', { reason: 'A blurred scan' })).body.status).toBe('Rejected')
  expect((await alice.call('GET', '/test/verification')).body).toMatchObject({
    status: 'Rejected',
    reason: 'A blurred scan',
    actions: ['submit'],
  })
  await alice.call('POST', '/main/verification', business)

  const waiting = await operator.call('GET', '/operator/verifications?statusIn=Submitted')
  expect(waiting.body.verifications).toEqual([
    expect.objectContaining({
      merchant: { id: alice.merchantId, name: 'alice' },
      details: business,
    }),
  ])
  expect((await decide('approve')).body.status).toBe('Approved')
  expect((await alice.call('GET', '/main/checklist')).body.missing).not.toContain('Verification')
  expect((await alice.call('POST', '/main/verification', business)).status).toBe(409)

  expect((await decide('revoke', { reason: 'Complaints' })).body.status).toBe('Revoked')
  expect((await alice.call('GET', '/main/checklist')).body.missing).toContain('Verification')
})

test('what an operator decided is in the history', async () => {
  const path = `/main/verifications/${alice.merchantId}/history`
  const { body } = await alice.call('GET', path)
  expect(body.entries[0]).toMatchObject({
    event: 'verification.revoke',
    reason: 'Complaints',
    cause: { by: 'operator' },
  })
})

test('the operator lets a merchant in, who alone knows the password', async () => {
  const wanted = { name: 'Eve', email: 'Eve@example.test' }
  const created = await operator.call('POST', '/operator/merchants', wanted)
  expect(created.status).toBe(201)
  expect(created.body).not.toHaveProperty('password')
  const { token } = created.body.invitation
  const password = 'known to Eve alone'
  const answer = await dashboard.server.inject({
    method: 'POST',
    url: '/dashboard/api/account-link',
    payload: { token, password },
  })
  expect(answer.json()).toEqual({ email: 'eve@example.test' })
  const eve = await logIn(dashboard, wanted.email, password)
  expect((await eve.call('GET', '/me')).body.merchant).toEqual({ id: created.body.id, name: 'Eve' })

  const again = await operator.call('POST', '/operator/merchants', { ...wanted, name: 'Mallory' })
  expect(again.body.fields).toEqual([{ path: 'email', message: 'has an account already' }])
  const { body } = await operator.call('GET', '/operator/merchants')
  expect(JSON.stringify(body)).not.toContain('Mallory')
  expect((await alice.call('POST', '/operator/merchants', wanted)).status).toBe(403)
})

test('the operator sees the machines by state', async () => {
  const { body } = await operator.call('GET', '/operator/machines')
  expect(body.machines).toContainEqual({
    kind: 'verification',
    status: 'Revoked',
    phase: '',
    count: 1,
  })
})

test('the operator sees effects that do not get away, and timers that do not fire', async () => {
  const { pool } = dashboard.database
  const owner = [alice.merchantId, 'TestNet']
  await pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at, attempts, last_error)
     values ('charge/1/1/0', 'chain', 'requestCharge', 'charge', '1', $1, $2, '', '{"secret": 1}',
       '{}', now(), now(), 4, 'connection refused')`,
    owner,
  )
  await pool.query(
    `insert into timer (kind, entity_id, timer_id, armed_at_revision, merchant_id, network, due_at)
     values ('charge', '1', 'xstate.after.untilDue', 1, $1, $2, now() - interval '2 minutes')`,
    owner,
  )
  const { body } = await operator.call('GET', '/operator/stuck')
  expect(body.effects).toEqual([
    expect.objectContaining({ id: 'charge/1/1/0', attempts: 4, lastError: 'connection refused' }),
  ])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(body.timers).toEqual([expect.objectContaining({ timerId: 'xstate.after.untilDue' })])
})
