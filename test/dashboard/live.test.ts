/** The stream of what moves at a merchant: what is reported, to whom, and until when. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherMs } from '../../src/http/dashboard/live/live.routes.ts'
import { untilNoneIsOpen } from '../support/open-answers.ts'
import { passTime, settle } from '../support/settle.ts'
import { followEvents } from '../support/event-stream.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/http-settings.ts'

let dashboard: Dashboard
let url: string
let alice: Person & { merchantId: string }

beforeAll(async () => {
  const listeners = { ...defaultListeners, perPaymentMax: 3 }
  dashboard = await startDashboard(defaultRateLimits, listeners)
  url = await dashboard.server.listen({ host: '127.0.0.1', port: 0 })
  alice = await newMerchant(dashboard, 'alice')
})
afterAll(() => dashboard.stop())

const follow = ({ cookie }: Pick<Person, 'cookie'>) =>
  followEvents<{ moved: { kind: string; id: string }[] | null }>(`${url}/dashboard/api/test/live`, {
    cookie,
  })

/** What has moved has been heard of, and gathered for long enough. */
async function untilTold(): Promise<void> {
  await settle(dashboard)
  await passTime(dashboard, gatherMs)
}

const createPlan = async ({ call }: Person) => {
  const plan = { name: 'Monthly', asset: 'tUSDC', amount: '1', periodDays: 31 }
  return (await call('POST', '/test/plans', plan)).body.id as string
}

test('what moves is told to the people of its merchant, by its kind and id alone', async () => {
  const bob = await newMerchant(dashboard, 'bob')
  const colleague = await newColleague(dashboard, alice.merchantId, 'Reader')
  const [own, theirs, others] = [await follow(alice), await follow(colleague), await follow(bob)]
  for (const { heard } of [own, theirs, others])
    expect(await heard.next()).toEqual({ event: 'moved', data: { moved: null } })
  const id = await createPlan(alice)
  await untilTold()
  const told = { event: 'moved', data: { moved: [{ kind: 'plan', id }] } }
  expect(await own.heard.next()).toEqual(told)
  expect(await theirs.heard.next()).toEqual(told)
  // The other merchant's move comes first, if anything else came at all.
  const another = await createPlan(bob)
  await untilTold()
  expect((await others.heard.next()).data.moved).toEqual([{ kind: 'plan', id: another }])
  expect(others.heard.raw).not.toContain(id)
  expect(own.heard.raw).not.toContain(another)
  await Promise.all([own, theirs, others].map(({ stop }) => stop()))
})

test('a stream says that it is over once its session has ended, and those of others go on', async () => {
  const [leaving, shutOut] = [
    await newColleague(dashboard, alice.merchantId, 'Support'),
    await newColleague(dashboard, alice.merchantId, 'Finance'),
  ]
  const [own, first, second] = [await follow(alice), await follow(leaving), await follow(shutOut)]
  await leaving.call('POST', '/logout')
  await passTime(dashboard, defaultListeners.readAnywayMs)
  await first.over
  expect(first.heard.raw).toMatch(/event: over\ndata: \{\}\n\n$/)
  const { body } = await alice.call('GET', '/test/members')
  const { id } = body.members.find(({ email }: { email: string }) => email === shutOut.email)
  expect((await alice.call('POST', `/test/members/${id}/disable`)).status).toBe(204)
  await passTime(dashboard, defaultListeners.readAnywayMs)
  await second.over
  expect(second.heard.raw).toMatch(/event: over\ndata: \{\}\n\n$/)
  expect((await own.heard.next()).data.moved).toBe(null)
  const plan = await createPlan(alice)
  await untilTold()
  expect((await own.heard.next()).data.moved).toEqual([{ kind: 'plan', id: plan }])
  expect(second.heard.raw).not.toContain(plan)
  await own.stop()
  expect((await follow(leaving)).response.status).toBe(401)
})

test('places are limited for an account, and are given back', async () => {
  const streams = [await follow(alice), await follow(alice), await follow(alice)]
  const refused = await alice.call('GET', '/test/live')
  expect([refused.status, refused.body.code]).toEqual([503, 'ServiceUnavailable'])
  expect(refused.headers['retry-after']).toBeDefined()
  await Promise.all(streams.map(({ stop }) => stop()))
  await untilNoneIsOpen()
  const again = await follow(alice)
  await again.stop()
  expect(again.response.status).toBe(200)
})
