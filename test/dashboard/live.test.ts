/** The stream of what moves at a merchant: what is told, to whom, and until when. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultListeners, defaultRateLimits } from '../../src/http/dependencies.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let url: string
let alice: Person & { merchantId: string }

beforeAll(async () => {
  const listeners = { ...defaultListeners, perPaymentMax: 3, readAnywayMs: 200 }
  dashboard = await startDashboard(defaultRateLimits, listeners)
  url = await dashboard.server.listen({ host: '127.0.0.1', port: 0 })
  alice = await newMerchant(dashboard, 'alice')
})
afterAll(() => dashboard.stop())

/** Opens the stream of a person; `heard` is all that has come. */
async function follow({ cookie }: Pick<Person, 'cookie'>, network = 'test') {
  const hangingUp = new AbortController()
  const response = await fetch(`${url}/dashboard/api/${network}/live`, {
    headers: { cookie },
    signal: hangingUp.signal,
  })
  const heard = { text: '', isOver: false }
  const reading = read(response, heard)
  return {
    status: response.status,
    heard,
    stop: async () => {
      hangingUp.abort()
      await reading
    },
  }
}

async function read(response: Response, heard: { text: string; isOver: boolean }): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response.body!) heard.text += decoder.decode(bytes, { stream: true })
  } catch {
    // Hung up, by one side or the other.
  }
  heard.isOver = true
}

const createPlan = async ({ call }: Person, network = 'test') => {
  const plan = { name: 'Monthly', asset: 'tUSDC', amount: '1', periodDays: 31 }
  return (await call('POST', `/${network}/plans`, plan)).body.id as string
}

test('what moves is told to the people of its merchant, by its kind and id alone', async () => {
  const bob = await newMerchant(dashboard, 'bob')
  const colleague = await newColleague(dashboard, alice.merchantId, 'Reader')
  const [own, theirs, others] = [await follow(alice), await follow(colleague), await follow(bob)]
  await expect.poll(() => own.heard.text).toContain('event: moved\ndata: {"moved":null}\n\n')
  const id = await createPlan(alice)
  const told = `event: moved\ndata: {"moved":[{"kind":"plan","id":"${id}"}]}\n\n`
  await expect.poll(() => own.heard.text).toContain(told)
  await expect.poll(() => theirs.heard.text).toContain(told)
  // What moves at the other merchant comes first, if anything else came at all.
  const another = await createPlan(bob)
  await expect.poll(() => others.heard.text).toContain(another)
  expect(others.heard.text).not.toContain(id)
  expect(own.heard.text).not.toContain(another)
  await Promise.all([own, theirs, others].map(({ stop }) => stop()))
})

test('a stream says that it is over once its session has ended, and those of others go on', async () => {
  const [leaving, shutOut] = [
    await newColleague(dashboard, alice.merchantId, 'Support'),
    await newColleague(dashboard, alice.merchantId, 'Finance'),
  ]
  const [own, first, second] = [await follow(alice), await follow(leaving), await follow(shutOut)]
  await leaving.call('POST', '/logout')
  await expect.poll(() => first.heard.isOver, { timeout: 10_000 }).toBe(true)
  expect(first.heard.text).toMatch(/event: over\ndata: \{\}\n\n$/)
  const { body } = await alice.call('GET', '/test/members')
  const { id } = body.members.find(({ email }: { email: string }) => email === shutOut.email)
  expect((await alice.call('POST', `/test/members/${id}/disable`)).status).toBe(204)
  await expect.poll(() => second.heard.isOver, { timeout: 10_000 }).toBe(true)
  expect(second.heard.text).toMatch(/event: over\ndata: \{\}\n\n$/)
  const plan = await createPlan(alice)
  await expect.poll(() => own.heard.text).toContain(plan)
  expect(second.heard.text).not.toContain(plan)
  await own.stop()
  expect((await follow(leaving)).status).toBe(401)
})

test('places are limited for an account, and are given back', async () => {
  const streams = [await follow(alice), await follow(alice), await follow(alice)]
  const refused = await alice.call('GET', '/test/live')
  expect([refused.status, refused.body.code]).toEqual([503, 'ServiceUnavailable'])
  expect(refused.headers['retry-after']).toBeDefined()
  await Promise.all(streams.map(({ stop }) => stop()))
  const again = async () => {
    const one = await follow(alice)
    await one.stop()
    return one.status
  }
  await expect.poll(again).toBe(200)
})
