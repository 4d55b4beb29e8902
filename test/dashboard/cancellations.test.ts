/** No session ends a whole business: many cancellations need a right of their own, and a fresh proof. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancellationsPerDayMax } from '../../src/store/people/rights.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createSubscription } from './actors.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let owner: Owner
beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
})
afterAll(() => dashboard.stop())

const newOnes = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => createSubscription(dashboard, owner, { customerId: 'c' })),
  )
const cancel = (by: Person) => (contract: string) =>
  by.call('POST', `/test/subscriptions/${contract}/cancel`, {})
const pool = () => dashboard.database.pool

test('support cancels so many a day and no more, however many at once', async () => {
  const sam = await newColleague(dashboard, alice.merchantId, 'Support')
  const contracts = await newOnes(cancellationsPerDayMax + 3)
  const answers = await Promise.all(contracts.map(cancel(sam)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(cancellationsPerDayMax)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3)
  expect(refused[0]!.body).toMatchObject({ code: 'Forbidden', right: 'cancelMany' })
  expect(refused[0]!.body.roles).toEqual(['Owner', 'Manager', 'Developer'])
  await pool().query(`update cancellation_count set since = since - interval '24 hours'`)
  const [one] = await newOnes(1)
  expect((await cancel(sam)(one!)).status).toBe(200)
})

test('an owner cancels more, with a fresh proof', async () => {
  const contracts = await newOnes(cancellationsPerDayMax + 1)
  await pool().query('update session set proven_at = null')
  for (const contract of contracts.slice(1))
    expect((await cancel(alice)(contract)).status).toBe(200)
  const last = () => cancel(alice)(contracts[0]!)
  expect((await last()).body.code).toBe('SecondFactorRequired')
  await alice.call('POST', '/proof', { password: 'a long password' })
  expect((await last()).status).toBe(200)
})
