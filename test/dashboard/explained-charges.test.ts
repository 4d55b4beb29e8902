/** The service explains a charge that is over, and one that is yet to come. */
import { settle } from '../support/settle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import { createSubscription, tellActor } from './actors.ts'
import { createCharge } from './charges.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let owner: Owner

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
})
afterAll(() => dashboard.stop())

const get = async (path: string) => (await alice.call('GET', `/test${path}`)).body
const explanationOf = async (path: string) => (await get(`${path}/explain`)).explanation

test('a subscription that is paid for, and allows too little for the next charge, says when that falls due', async () => {
  const id = await createSubscription(dashboard, owner, { customerId: 'paid' })
  const target = { kind: 'subscription', id, owner } as const
  const now = dashboard.clock.now()
  const nextChargeAt = new Date(now.getTime() + 86_400_000).toISOString()
  const funds = { allowance: '10000000', balance: '90000000', position: 1_000_000 }
  await tellActor(dashboard, target, { type: 'chain.fundsSeen', ...funds })
  await tellActor(dashboard, target, {
    type: 'chain.charged',
    period: 1,
    nextChargeAt,
    chargedAt: now.toISOString(),
    allowance: '0',
    transactionHash: `0x${'ab'.repeat(32)}`,
    position: 2_000_000,
  })
  // The charge hears that it was made.
  await settle(dashboard)
  const explanation = await explanationOf(`/subscriptions/${id}`)
  expect(explanation).toMatchObject({
    reason: 'InsufficientAllowance',
    change: `The payer approves at least 10.00 tUSDC more; the charge falls due on ${nextChargeAt}.`,
  })
  // The charge that succeeded has attempts and a last moment of its own, which say nothing here.
  expect(explanation.values.map(({ name }: { name: string }) => name)).not.toContain(
    'attempts so far',
  )
})

test('a charge whose time is over is not said to be made after all', async () => {
  const id = await createCharge(dashboard, owner)
  dashboard.clock.setTestOffset(dashboard.clock.testOffsetMs + 90 * 86_400_000)
  const failed = { type: 'charge.attemptFailed', reason: 'AssetInactive' } as const
  await tellActor(dashboard, { kind: 'charge', id, owner }, failed)
  const { charges } = await get('/charges?statusIn=Failed&limit=1')
  expect(charges[0].id).toBe(id)
  expect(await explanationOf(`/charges/${id}`)).toMatchObject({
    about: 'Failure',
    reason: 'AssetInactive',
    change: 'It is not tried again: its time was over. The payer can begin a new subscription.',
    helper: 'nobody',
  })
})
