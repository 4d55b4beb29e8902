/** The public page of a plan: closed until its merchant opens it, and nobody is let into what is another's. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '../../machines/durations.ts'
import { tokenSecondsMax } from '../../src/store/merchants/customer-tokens.ts'
import {
  pageSessionsPerDayMax,
  setPagePublic,
} from '../../src/store/merchants/pages/public-pages.ts'
import { addressOf } from '../dashboard/world.ts'
import { sessionOf } from './sessions.ts'
import { newPlan, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
/** Each test comes from an address of its own: they are counted. */
let address = 1

beforeAll(async () => {
  world = await startWorld({ settings: { trustProxy: 1 } })
})
afterAll(() => world.stop())
beforeEach(async () => {
  merchant = await newReadyMerchant(world)
  address++
})

const open = (planId = merchant.planId, isPublic = true) =>
  setPagePublic(world, merchant.owner, { planId, isPublic })

async function page(planId: string, init: RequestInit = {}, search = '', more = {}) {
  const answer = await fetch(`${world.url}/widget/join?plan=${planId}${search}`, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': `10.0.0.${address}`, ...more },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const say = (name: string, planId = merchant.planId, search = '') =>
  page(planId, { method: 'POST', body: new URLSearchParams({ name }) }, search)

/** Says a name and returns the session that it opens. */
async function join(name: string) {
  const { status, headers } = await say(name)
  expect(status).toBe(303)
  const { searchParams } = new URL(headers.get('location')!, 'https://pay.example/widget/join')
  expect(searchParams.get('plan')).toBe(merchant.planId)
  return sessionOf(world.url, searchParams.get('session')!)
}

test('is closed until its merchant opens it, and closed again then, as if there was no such plan', async () => {
  const unknown = await page('unknown')
  expect([unknown.status, (await say('Anna', 'unknown')).status]).toEqual([404, 404])
  expect((await page(merchant.planId)).text).toBe(unknown.text)
  await open()
  expect((await page(merchant.planId)).text).toContain('Subscribe to Premium')
  await open(merchant.planId, false)
  expect((await page(merchant.planId)).status).toBe(404)
  // Whoever has the page open meanwhile hears what to do next.
  const late = await say('Anna')
  expect(late.status).toBe(404)
  for (const told of ['Nothing was paid here.', 'ask the shop', 'Have you subscribed already?'])
    expect(late.text).toContain(told)
})

test('stands at the bare address as well, as the widget does', async () => {
  await open()
  const init = { method: 'POST', body: new URLSearchParams({ name: 'Anna' }) }
  const address = `${world.url}/join?plan=${merchant.planId}`
  expect(await (await fetch(address)).text()).toContain('href="./widget/assets/')
  const { headers } = await fetch(address, { ...init, redirect: 'manual' })
  expect(headers.get('location')).toMatch(/^\.\/\?plan=\w+&session=[\w-]{43}$/)
})

test('of a plan that is not offered is closed', async () => {
  const draft = await newPlan(world, merchant.owner, 'Draft')
  await open(draft)
  expect((await page(draft)).status).toBe(404)
})

test('of a shop that could not take the subscription is closed, before anybody says a name', async () => {
  await open()
  await world.database.pool.query('update gas_wallet set balance = 0 where merchant_id = $1', [
    merchant.owner.merchantId,
  ])
  expect([(await page(merchant.planId)).status, (await say('Anna')).status]).toEqual([404, 404])
})

test('whoever writes the name of a customer sees nothing of theirs, and is called otherwise', async () => {
  await open()
  const customerId = 'customer-42'
  const theirs = await merchant.post('/integration/subscriptions', newSubscription(merchant.planId))
  const stranger = await join(customerId)
  const { body } = await stranger.get('/session')
  expect(body.customerId).toMatch(/^customer-42 #[\w-]{8}$/)
  expect((await stranger.get('/session/subscriptions')).body.subscriptions).toEqual([])
  const { contractAddress } = theirs.body
  for (const answer of [
    await stranger.get(`/session/subscriptions/${contractAddress}`),
    await stranger.post(`/session/subscriptions/${contractAddress}/cancel`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'SubscriptionNotFound' } })
  // Twice the same name is twice a new customer.
  expect((await (await join(customerId)).get('/session')).body.customerId).not.toBe(body.customerId)
})

test('its session is offered the plan of the page alone, and makes few drafts', async () => {
  const other = await newPlan(world, merchant.owner, 'Active', { name: 'For friends' })
  await open()
  const session = await join('Anna')
  const { body } = await session.get('/session/plans')
  expect(body.plans.map(({ id }: { id: string }) => id)).toEqual([merchant.planId])
  expect((await session.get(`/session/plans/${other}`)).status).toBe(404)
  const draftOf = (planId: string) =>
    session.post('/session/subscriptions', { planId, payer: addressOf('ab') })
  expect((await draftOf(other)).body.code).toBe('PlanNotFound')
  const made = [await draftOf(merchant.planId), await draftOf(merchant.planId)]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect((await draftOf(merchant.planId)).body.code).toBe('TooManyDrafts')
  const { contractAddress } = made[0]!.body
  const switched = await session.post(`/session/subscriptions/${contractAddress}/switch`, {
    planId: other,
  })
  expect(switched.body.code).toBe('PlanNotFound')
  expect((await session.post(`/session/subscriptions/${contractAddress}/cancel`)).status).toBe(200)
})

test('says what a name has to be, and takes out what nobody sees', async () => {
  await open()
  for (const name of ['', ' \u200B\u202E ', 'x'.repeat(61)])
    expect(await say(name)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Write a name, with at most 60 characters.'),
    })
  const { body } = await (await join(' <b>Anna\u202E  B.\n')).get('/session')
  expect(body.customerId).toMatch(/^<b>Anna B\. #/)
})

test('speaks the language that its address names, and passes it on', async () => {
  await open()
  expect((await page(merchant.planId, {}, '&lang=es')).text).toContain('Su nombre')
  expect((await say('Ana', merchant.planId, '&lang=es')).headers.get('location')).toContain(
    'lang=es',
  )
})

test('a page of another site opens no session by the browsers of its visitors', async () => {
  await open()
  const sent = { method: 'POST', body: new URLSearchParams({ name: 'Anna' }) }
  const bySite = (site: string) =>
    page(merchant.planId, sent, '&lang=es', { 'sec-fetch-site': site })
  for (const site of ['cross-site', 'same-site']) {
    const { status, headers } = await bySite(site)
    expect([status, headers.get('location')]).toEqual([
      303,
      `./join?plan=${merchant.planId}&lang=es`,
    ])
  }
  expect((await bySite('same-origin')).headers.get('location')).toContain('session=')
})

test('opens so many sessions within a day and no more, and from one address so many within an hour', async () => {
  await open()
  await world.database.pool.query(
    `insert into customer_token (token_hash, merchant_id, network, customer_id, plan_id, expires_at)
     select 'page ' || $1 || n, $1, 'TestNet', 'c', $2, now() + $3 * interval '1 second'
     from generate_series(1, $4) as n`,
    [
      merchant.owner.merchantId,
      merchant.planId,
      tokenSecondsMax - minuteMs / 1000,
      pageSessionsPerDayMax - 1,
    ],
  )
  await join('Anna')
  expect((await say('Ben')).text).toContain('Too many have opened this page.')
  // Refused ones count as well: somebody tries them all.
  const tries = await Promise.all(Array.from({ length: 30 }, () => say('')))
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(tries.at(-1)!.headers.get('retry-after')).toMatch(/^\d+$/)
  address++
  expect((await say('')).status).toBe(400)
})
