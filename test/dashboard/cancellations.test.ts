/** No session ends a whole business: many cancellations need a right of their own, and a fresh proof. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/store/people/accounts.ts'
import { cancellationsPerDayMax } from '../../src/store/people/rights.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createSubscription } from './actors.ts'
import {
  type Dashboard,
  logIn,
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
/** Lets all cancellations be so much longer ago. */
const letPass = (time: string) =>
  pool().query(
    `update recent_cancellations set cancelled_at =
      array(select at - $1::interval from unnest(cancelled_at) as at)`,
    [time],
  )

async function newSupport(name: string): Promise<Person> {
  const email = `${name}@example.test`
  const { merchantId } = alice
  await createAccount(dashboard, {
    email,
    password: 'a long password',
    role: 'Support',
    merchantId,
  })
  return logIn(dashboard, email)
}

test('support cancels so many a day and no more, however many at once', async () => {
  const sam = await newColleague(dashboard, alice.merchantId, 'Support')
  const contracts = await newOnes(cancellationsPerDayMax + 3)
  const answers = await Promise.all(contracts.map(cancel(sam)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(cancellationsPerDayMax)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3)
  expect(refused[0]!.body).toMatchObject({ code: 'Forbidden', right: 'cancelMany' })
  expect(refused[0]!.body.roles).toEqual(['Owner', 'Manager', 'Developer'])
  // What was refused is not counted: a day after the last one that was done, all are possible again.
  await letPass('24 hours')
  const again = await Promise.all((await newOnes(cancellationsPerDayMax)).map(cancel(sam)))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
})

test('no 24 hours hold more than so many cancellations of support, wherever they begin', async () => {
  const sue = await newSupport('sue')
  const contracts = await newOnes(cancellationsPerDayMax + 2)
  const next = async () => (await cancel(sue)(contracts.pop()!)).status
  expect(await next()).toBe(200)
  await letPass('23 hours 59 minutes')
  for (let done = 1; done < cancellationsPerDayMax; done++) expect(await next()).toBe(200)
  await letPass('1 minute')
  // The first is a day old: one is free, and not all of them.
  expect(await next()).toBe(200)
  expect(await next()).toBe(403)
})

test('cancellations on both networks are counted together', async () => {
  const sid = await newSupport('sid')
  const contracts = await newOnes(cancellationsPerDayMax)
  for (const contract of contracts) expect((await cancel(sid)(contract)).status).toBe(200)
  const main = { merchantId: alice.merchantId, network: 'MainNet' } as const
  const contract = await createSubscription(dashboard, main, { customerId: 'c' })
  const refused = await sid.call('POST', `/main/subscriptions/${contract}/cancel`, {})
  expect(refused).toMatchObject({ status: 403, body: { right: 'cancelMany' } })
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
