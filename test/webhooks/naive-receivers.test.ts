/** Receivers as people write them at first: the report names the rule that each breaks, and no other. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhooks, type Webhooks } from '../../packages/node/src/index.ts'
import {
  type Answer,
  newShop,
  serve,
  startTortureWorld,
  torture,
  type TortureWorld,
} from './torture-world.ts'

let world: TortureWorld
beforeAll(async () => {
  world = await startTortureWorld()
})
afterAll(() => world.stop())

type TestEvent = { eventId: string; sequence: number; test: { id: string } }
/** What a shop's server has done with the events of each resource. */
type Done = Map<string, { handled: string[]; sequence: number | null }>

/** A server's way of dealing with a call: `check` throws where it is not genuine, `done` is what the echo tells. */
type Way = (call: { body: Buffer; check: () => Promise<TestEvent>; done: Done }) => Promise<Answer>

const act = (done: Done, { eventId, sequence, test: { id } }: TestEvent): void => {
  done.set(id, { handled: [...(done.get(id)?.handled ?? []), eventId], sequence })
}

/** Lets the kit loose on a server of this way, and returns the tests that it failed with their rules. */
async function judge(name: string, way: Way, tests?: string[]): Promise<Record<string, string>> {
  const shop = await newShop(world, name)
  const webhooks: Webhooks = createWebhooks({ secrets: { [shop.key.name]: shop.key.secret } })
  const done: Done = new Map()
  const url = await serve(world, async (request, body) => {
    if (request.method === 'GET') {
      const id = new URL(request.url!, 'http://shop').searchParams.get('resourceId')!
      const known = done.get(id) ?? { handled: [], sequence: null }
      return { status: 200, body: JSON.stringify(known) }
    }
    const check = async () => (await webhooks.unwrap(body, request.headers)) as unknown as TestEvent
    return way({ body, check, done }).catch(() => ({ status: 401 }))
  })
  const { results } = await torture(shop, url, { echoUrl: `${url}/echo`, ...(tests && { tests }) })
  const broken = results.filter(({ outcome }) => outcome === 'Broken')
  return Object.fromEntries(broken.map(({ test: failed, rule }) => [failed, rule.name]))
}

test.concurrent('who remembers no event breaks the rule of the event id', async () => {
  const broken = await judge('forgetful', async ({ check, done }) => {
    const event = await check()
    const newest = done.get(event.test.id)?.sequence ?? 0
    act(done, { ...event, sequence: Math.max(newest, event.sequence) })
    return { status: 204 }
  })
  expect(broken).toEqual({ duplicates: 'rule-event-id', duplicatesAtOnce: 'rule-event-id' })
})

test.concurrent('who trusts the order of arrival breaks the rule of the sequence', async () => {
  const broken = await judge('orderly', async ({ check, done }) => {
    const event = await check()
    if (!done.get(event.test.id)?.handled.includes(event.eventId)) act(done, event)
    return { status: 204 }
  })
  expect(broken).toEqual({ reorder: 'rule-sequence', gapAndDelay: 'rule-sequence' })
})

test.concurrent('who verifies no signature breaks the rules of signature and time', async () => {
  const broken = await judge(
    'trusting',
    ({ body, done }) => {
      act(done, JSON.parse(body.toString()) as TestEvent)
      return Promise.resolve({ status: 200 })
    },
    ['signedEvent', 'wrongSecret', 'changedBody', 'noSignature', 'rawBody', 'staleTimestamp'],
  )
  expect(broken).toEqual({
    wrongSecret: 'rule-signature',
    changedBody: 'rule-signature',
    noSignature: 'rule-signature',
    staleTimestamp: 'rule-time',
  })
})

test.concurrent('who acts before checking breaks the same rules, although everything wrong is answered 401', async () => {
  const broken = await judge(
    'hasty',
    async ({ body, check, done }) => {
      act(done, JSON.parse(body.toString()) as TestEvent)
      await check()
      return { status: 204 }
    },
    ['signedEvent', 'wrongSecret', 'changedBody', 'noSignature', 'staleTimestamp'],
  )
  expect(broken).toEqual({
    wrongSecret: 'rule-signature',
    changedBody: 'rule-signature',
    noSignature: 'rule-signature',
    staleTimestamp: 'rule-time',
  })
})

test.concurrent('who does the work before the answer breaks the rule of the answer', async () => {
  const worksMs = 16_000
  const broken = await judge(
    'diligent',
    async ({ check, done }) => {
      const event = await check()
      await wait(worksMs)
      act(done, event)
      return { status: 204 }
    },
    ['signedEvent', 'duplicates'],
  )
  expect(broken).toEqual({ signedEvent: 'rule-answer' })
})
