/** What people sell by hand: a payment, a link for one customer, and the public page of a plan. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { findTokenHolder } from '../../src/store/merchants/customer-tokens.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { cancellationsPerDayMax } from '../../src/store/people/rights.ts'
import type { Owner } from '../../src/shared/owner.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let owner: Owner
let planId: string

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  const plan = { name: 'Monthly', asset: 'tUSDC', amount: '1', periodDays: 31 }
  planId = (await alice.call('POST', '/test/plans', plan)).body.id
})
afterAll(() => dashboard.stop())

const payment = { amount: { value: '25.50', currency: 'tUSDC' }, expiresInSeconds: 86_400 }

test('a payment is asked for by hand once there is an asset and a receiver, and has its link and reference', async () => {
  const early = await alice.call('POST', '/test/payments', payment)
  expect(early).toMatchObject({ status: 409, body: { missing: ['ActiveAsset', 'Receiver'] } })
  await setAssetActive(dashboard, owner, 'tUSDC', true)
  await setReceiver(dashboard, owner, { blockchain: 'LocalTestNet', address: addressOf('ee') })
  const wish = { ...payment, description: 'Two chairs', reference: '2026-88123' }
  const made = await alice.call('POST', '/test/payments', wish)
  expect(made).toMatchObject({
    status: 201,
    body: {
      amount: { value: '25.5', currency: 'tUSDC' },
      description: 'Two chairs',
      metadata: { reference: '2026-88123' },
      checkoutUrl: `https://pay.example/checkout/${made.body.id}`,
    },
  })
  const { createdAt, expiresAt } = made.body
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(dayMs)
  expect((await alice.call('GET', `/test/payments/${made.body.id}`)).status).toBe(200)
})

test('what a payment has to be is said field by field', async () => {
  const wish = { amount: { value: '25,50', currency: 'tUSDC' }, expiresInSeconds: 10 }
  const { status, body } = await alice.call('POST', '/test/payments', wish)
  expect(status).toBe(400)
  expect(body.fields.map(({ path }: { path: string }) => path)).toEqual(['expiresInSeconds'])
  const amount = await alice.call('POST', '/test/payments', { ...wish, expiresInSeconds: 60 })
  expect(amount.body.fields[0].path).toBe('amount.value')
})

const link = (by: Person, wish: object = {}) =>
  by.call('POST', '/test/customer-links', {
    customerId: 'customer-42',
    expiresInSeconds: 3_600,
    ...wish,
  })
const tokenOf = (url: string) => new URL(url).searchParams.get('session')!

test('a link is for its customer alone, and to a plan that is Active', async () => {
  expect((await link(alice, { planId })).body.code).toBe('PlanNotActive')
  await alice.call('POST', `/test/plans/${planId}/activate`, {})
  expect((await link(alice, { planId: 'unknown' })).body.code).toBe('PlanNotFound')
  const { body } = await link(alice, { planId })
  expect(body.url).toMatch(/^https:\/\/pay\.example\/widget\/\?plan=\w+&session=[\w-]{43}$/)
  expect(await findTokenHolder(dashboard, tokenOf(body.url))).toMatchObject({
    ...owner,
    customerId: 'customer-42',
    may: 'manage',
    planId: null,
    expiresAt: new Date(body.expiresAt),
  })
  const managing = await link(alice)
  expect(managing.body.url).toMatch(/^https:\/\/pay\.example\/manage\/\?session=[\w-]{43}$/)
  const { entries } = (await alice.call('GET', '/test/audit')).body
  expect(entries[0]).toMatchObject({ call: 'createCustomerLink', subject: 'customer-42' })
  expect(JSON.stringify(entries)).not.toContain(tokenOf(managing.body.url))
})

test('a link counts as a cancellation, which its holder could make of everything', async () => {
  const sam = await newColleague(dashboard, alice.merchantId, 'Support')
  const answers = []
  for (let count = 0; count <= cancellationsPerDayMax; count++) answers.push(await link(sam))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(cancellationsPerDayMax)
  expect(answers.at(-1)!.body).toMatchObject({ code: 'Forbidden', right: 'cancelMany' })
})

test('a plan has no public page until somebody opens it, and only an Active plan has one', async () => {
  const path = `/test/plans/${planId}/public-page`
  const url = `https://pay.example/widget/join?plan=${planId}`
  expect((await alice.call('GET', path)).body).toEqual({ isPublic: false, url })
  expect((await alice.call('PUT', path, { isPublic: true })).body).toEqual({ isPublic: true, url })
  expect((await alice.call('GET', path)).body.isPublic).toBe(true)
  const { entries } = (await alice.call('GET', '/test/audit')).body
  expect(entries[0]).toMatchObject({ before: { isPublic: false }, after: { isPublic: true } })
  await alice.call('POST', `/test/plans/${planId}/archive`, {})
  expect((await alice.call('PUT', path, { isPublic: true })).body.code).toBe('PlanNotActive')
  expect((await alice.call('PUT', path, { isPublic: false })).body.isPublic).toBe(false)
})
