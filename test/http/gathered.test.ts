/** Requests that come together share statements, and nothing else. */
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gather } from '../../src/store/gathered/gather.ts'
import { reserveAnswer } from '../../src/store/idempotency.ts'
import { findActor } from '../../src/store/views/actors.ts'
import { holdTime } from '../support/settle.ts'
import { newPayment, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

type Ready = Awaited<ReturnType<typeof newReadyMerchant>>

let world: World
let merchants: Ready[]
let goOn: () => Promise<void>

beforeAll(async () => {
  world = await startWorld()
  merchants = [await newReadyMerchant(world), await newReadyMerchant(world)]
  // However slow the machine is, nobody gives up on an answer.
  goOn = await holdTime(world)
})
afterAll(async () => {
  await goOn()
  await world.stop()
})

test('everybody who asks at once is answered for themselves alone', async () => {
  const made = await Promise.all(
    merchants.map(({ post, planId }) =>
      post('/integration/subscriptions', newSubscription(planId)),
    ),
  )
  const addresses: string[] = made.map(({ body }) => body.contractAddress)
  const network = 'MainNet'
  const asked = merchants.flatMap(({ owner }) => addresses.map((id) => ({ owner, id })))
  const onMainNet = asked.map(({ owner, id }) => ({ owner: { ...owner, network } as const, id }))
  const found = await Promise.all(
    [...asked, ...onMainNet].map(({ owner, id }) =>
      findActor(world.database, 'subscription', id, owner),
    ),
  )
  expect(found.map((actor) => actor?.id)).toEqual([
    addresses[0],
    undefined,
    undefined,
    addresses[1],
    ...onMainNet.map(() => undefined),
  ])
  const answers = await Promise.all(
    merchants.flatMap(({ get }) =>
      addresses.map((address) => get(`/integration/subscriptions/${address}`)),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 200])
})

test('what was made is there for whoever asks next, however many ask', async () => {
  const [{ post, get }] = merchants as [Ready]
  const readBack = async () => {
    const { body } = await post('/integration/payments', newPayment())
    return (await get(`/integration/payments/${body.payment.id}`)).status
  }
  const statuses = await Promise.all(Array.from({ length: 32 }, readBack))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

const reserve = (key: string, seed: string) => {
  const { owner } = merchants[0]!
  const at = new Date('2026-01-01T00:00:00.000Z')
  const request = { ...owner, key, fingerprint: 'one' }
  return reserveAnswer(world.database, request, { id: seed, at }, at)
}

test('a key that is reserved twice at once has one seed, and counts two tries', async () => {
  const [first, second, other] = await Promise.all([
    reserve('same', 'first'),
    reserve('same', 'second'),
    reserve('other', 'third'),
  ])
  expect([first.seed.id, second.seed.id, other.seed.id]).toEqual(['first', 'first', 'third'])
  const { rows } = await world.database.pool.query(
    `select tries_under_way from idempotency where key = 'same'`,
  )
  expect(rows).toEqual([{ tries_under_way: 2 }])
})

test('a question that the database refuses fails alone', async () => {
  const keys = ['before', 'with a NUL \0', 'after']
  const reserved = await Promise.allSettled(keys.map((key) => reserve(key, `seed of ${key}`)))
  expect(reserved.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

/** Statements are sent in the next tick. */
const untilSent = setImmediate

test('a question is never answered by a statement that was sent before it', async () => {
  let sent = 0
  const begun: (() => void)[] = []
  const countStatements = gather(async (_pool, asked: string[]) => {
    const statement = ++sent
    await new Promise<void>((resolve) => begun.push(resolve))
    return asked.map(() => statement)
  })
  const { pool } = world.database
  const together = Promise.all([countStatements(pool, 'one'), countStatements(pool, 'two')])
  await untilSent()
  expect(begun).toHaveLength(1)
  const later = countStatements(pool, 'later')
  await untilSent()
  expect(begun).toHaveLength(2)
  for (const end of begun) end()
  expect(await together).toEqual([1, 1])
  expect(await later).toBe(2)
})

test('two questions about one row are asked one after the other, and others meanwhile', async () => {
  const sent: string[][] = []
  const ends: (() => void)[] = []
  const remember = gather(
    async (_pool, asked: string[]) => {
      sent.push(asked)
      await new Promise<void>((resolve) => ends.push(resolve))
      return asked
    },
    { nameOf: (asked) => asked.slice(0, 1) },
  )
  const { pool } = world.database
  const answers = Promise.all(['a1', 'a2', 'b1'].map((asked) => remember(pool, asked)))
  await untilSent()
  expect(sent).toEqual([['a1', 'b1']])
  const later = remember(pool, 'c1')
  await untilSent()
  expect(sent).toEqual([['a1', 'b1'], ['c1']])
  ends[0]!()
  await untilSent()
  expect(sent).toEqual([['a1', 'b1'], ['c1'], ['a2']])
  for (const end of ends) end()
  expect([await answers, await later]).toEqual([['a1', 'a2', 'b1'], 'c1'])
})
