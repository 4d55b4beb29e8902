import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhooks } from '../../packages/node/src/index.ts'
import { linkOfRule, tortureRules } from '../../src/webhooks/torture/rules.ts'
import { newMerchant } from '../dashboard/service.ts'
import {
  type Deal,
  newShop as newShopOf,
  type Result,
  serve as serveIn,
  startRelay,
  startTortureWorld,
  torture,
  type TortureWorld,
} from './torture-world.ts'

let world: TortureWorld
beforeAll(async () => {
  world = await startTortureWorld()
})
afterAll(() => world.stop())

const newShop = (name: string) => newShopOf(world, name)
const serve = (deal: Deal) => serveIn(world, deal)

/** A shop's server that holds the newest event of each resource, and acts on each event once. */
async function goodServer(secrets: Record<string, string>): Promise<string> {
  const webhooks = createWebhooks({ secrets })
  const newest = new Map<string, number>()
  const handled = new Map<string, Set<string>>()
  return serve(async (request, body) => {
    if (request.method === 'GET') {
      const id = new URL(request.url!, 'http://shop').searchParams.get('resourceId')!
      const done = { handled: [...(handled.get(id) ?? [])], sequence: newest.get(id) ?? null }
      return { status: 200, body: JSON.stringify(done) }
    }
    try {
      const event = (await webhooks.unwrap(body, request.headers)) as unknown as {
        eventId: string
        sequence: number
        test: { id: string }
      }
      const { id } = event.test
      handled.set(id, (handled.get(id) ?? new Set()).add(event.eventId))
      newest.set(id, Math.max(newest.get(id) ?? 0, event.sequence))
      return { status: 204 }
    } catch {
      return { status: 401, body: 'not genuine' }
    }
  })
}

test.concurrent('a server built with the client keeps every rule, and its echo answers what only it knows', async () => {
  const shop = await newShop('good')
  const url = await goodServer({ [shop.key.name]: shop.key.secret })
  const { run, results } = await torture(shop, url, { echoUrl: `${url}/echo` })
  expect(results.filter(({ outcome }) => outcome !== 'Passed')).toEqual([])
  expect(run.summary).toEqual({ passed: run.tests.length, broken: 0, notSeen: 0 })
  expect(results.map(({ test: name }) => name)).toEqual(run.tests)

  const { body } = await shop.call('GET', '/test/torture-runs')
  expect(body.runs).toHaveLength(1)
  expect(body.page.total).toBe(1)
  // They stand in no log, and were no deliveries.
  const { rows } = await world.dashboard.database.pool.query(
    'select from merchant_event where merchant_id = $1',
    [shop.merchantId],
  )
  expect(rows).toEqual([])
})

test('without an echo the report asks what only the merchant knows', async () => {
  const shop = await newShop('quiet')
  const url = await goodServer({ [shop.key.name]: shop.key.secret })
  const { results, run } = await torture(shop, url, { tests: ['reorder', 'duplicates'] })
  expect(run.tests).toEqual(['duplicates', 'reorder'])
  for (const { outcome, question } of results) {
    expect(outcome).toBe('NotSeen')
    expect(question).toMatch(/^Do(es)? your server|^Did your server/)
  }
})

test.concurrent('a server that believes everybody breaks the rules of signature and time, and no other', async () => {
  const shop = await newShop('naive')
  const url = await serve((request) =>
    request.method === 'GET' ? { status: 404 } : { status: 200, body: 'thanks' },
  )
  const { results, outcomes } = await torture(shop, url)
  const broken = results.filter(({ outcome }) => outcome === 'Broken')
  expect(broken.map(({ test: name }) => name)).toEqual([
    'wrongSecret',
    'changedBody',
    'noSignature',
    'staleTimestamp',
  ])
  expect(broken[0]).toMatchObject({
    why: 'an event signed with another secret was answered 200: anybody could send that',
    rule: { name: 'rule-signature', link: 'docs/webhooks.md#rule-signature' },
    calls: [{ httpStatus: 200, answer: 'thanks' }],
  })
  expect(outcomes['manyAtOnce']).toBe('Passed')
})

test.concurrent('a server that knows each event once, in order, and no other type, breaks those rules', async () => {
  const shop = await newShop('strict')
  const seen = new Set<string>()
  const newest = new Map<string, number>()
  const handled: string[] = []
  const url = await serve(async (request, body) => {
    if (request.method === 'GET')
      return {
        status: 200,
        body: JSON.stringify({ handled: [...handled, ...handled], sequence: 1 }),
      }
    const event = JSON.parse(body.toString()) as {
      eventId: string
      eventType: string
      sequence: number
      test: { id: string }
    }
    if (event.eventType !== 'WebhookTest') return { status: 422, body: 'unknown type' }
    if ('somethingOfLater' in event) return { status: 400 }
    if (seen.has(event.eventId)) return { status: 409, body: 'seen already' }
    seen.add(event.eventId)
    handled.push(event.eventId)
    if (event.sequence !== (newest.get(event.test.id) ?? 0) + 1) return { status: 500 }
    newest.set(event.test.id, event.sequence)
    return { status: 200 }
  })
  const { results, outcomes } = await torture(shop, url, {
    tests: [
      'signedEvent',
      'duplicates',
      'reorder',
      'gapAndDelay',
      'unknownEventType',
      'unknownField',
    ],
  })
  expect(outcomes).toEqual({
    signedEvent: 'Passed',
    duplicates: 'Broken',
    reorder: 'Broken',
    gapAndDelay: 'Broken',
    unknownEventType: 'Broken',
    unknownField: 'Broken',
  })
  expect(results[1]!.why).toContain('the same again: answered 409: seen already')
})

test('an echo that says twice, or an older state, breaks the rules that answers do not show', async () => {
  const shop = await newShop('twice')
  const events: string[] = []
  const url = await serve((request, body) => {
    if (request.method === 'GET')
      return { status: 200, body: JSON.stringify({ handled: events, sequence: 1 }) }
    events.push((JSON.parse(body.toString()) as { eventId: string }).eventId)
    return { status: 200 }
  })
  const body = { tests: ['duplicates', 'reorder'], echoUrl: `${url}/echo` }
  const { results } = await torture(shop, url, body)
  expect(results.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['Broken', 'acted on 3 times'],
    ['Broken', 'the resource stands at sequence 1, and 2 had come'],
  ])
})

test('where not even a right event is taken, nothing else is judged', async () => {
  const shop = await newShop('down')
  const { results, run } = await torture(shop, await serve(() => ({ status: 500, body: 'oops' })))
  expect(run.summary).toEqual({ passed: 0, broken: 1, notSeen: run.tests.length - 1 })
  expect(results.at(-1)!.calls).toEqual([])
})

test('a run goes on where another process left it, and there is one at a time', async () => {
  const shop = await newShop('carried')
  for (const relay of world.relays.splice(0)) await relay.stop()
  const url = await serve(() => ({ status: 200 }))
  await shop.call('PUT', '/test/webhook-endpoint', { url })
  const tests = ['signedEvent', 'oldEvent']
  const first = await shop.call('POST', '/test/torture-runs', { tests })
  const again = await shop.call('POST', '/test/torture-runs', {})
  expect(again.body.id).toBe(first.body.id)
  const result = { test: 'signedEvent', rule: 'rule-answer', outcome: 'Passed', why: 'taken' }
  await world.dashboard.database.pool.query('update torture_run set results = $2 where id = $1', [
    first.body.id,
    JSON.stringify([{ ...result, question: null, calls: [] }]),
  ])
  world.relays.push(startRelay(world.dashboard))
  const read = async () => (await shop.call('GET', `/test/torture-runs/${first.body.id}`)).body
  await expect.poll(async () => (await read()).status).toBe('Finished')
  const { results } = await read()
  expect(results.map(({ calls }: Result) => calls.length)).toEqual([0, 1])
})

test('a run needs an endpoint and a key of the test network, and an echo of the same origin', async () => {
  const shop = await newMerchant(world.dashboard, 'bare')
  const start = (body: object = {}) => shop.call('POST', '/test/torture-runs', body)
  const { status, body } = await start()
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'WebhooksNotSetUp', missing: ['WebhookEndpoint', 'ApiKey'] })
  expect((await shop.call('POST', '/main/torture-runs', {})).status).toBe(404)
  const other = await newShop('other')
  const url = await serve(() => ({ status: 200 }))
  await other.call('PUT', '/test/webhook-endpoint', { url })
  for (const wrong of [
    { echoUrl: 'https://elsewhere.example/' },
    { apiKey: 'somebody else’s' },
    { tests: [] },
    { tests: ['unknown'] },
  ])
    expect((await other.call('POST', '/test/torture-runs', wrong)).status).toBe(400)
  const run = await other.call('POST', '/test/torture-runs', { tests: ['signedEvent'] })
  expect((await shop.call('GET', `/test/torture-runs/${run.body.id}`)).status).toBe(404)
})

test('private addresses are refused like those of all webhooks', async () => {
  const shop = await newShop('private')
  for (const relay of world.relays.splice(0)) await relay.stop()
  world.relays.push(startRelay(world.dashboard, false))
  let calls = 0
  const url = await serve(() => {
    calls += 1
    return { status: 200 }
  })
  const { results } = await torture(shop, url, { tests: ['signedEvent', 'duplicates'] })
  expect(results[0]!.why).toContain('which is not a public address')
  expect(calls).toBe(0)
})

test('docs/webhooks.md has a place for every rule that reports lead to', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  for (const rule of Object.keys(tortureRules) as (keyof typeof tortureRules)[])
    expect(page).toContain(`<a id="${linkOfRule(rule).split('#')[1]}"></a>`)
})
