import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../test/http/client.ts'
import { newPayment, newReadyMerchant, startWorld, type World } from '../../test/http/world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/payments'
const count = 1_000
const pageSize = 100
const triesMax = 10

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

/** On a busy machine a connection may be cut; whoever tries again with the same key is safe. */
async function create(order: number, tries = 1): Promise<Answer> {
  const payment = { ...newPayment(), expiresAt, metadata: { order } }
  try {
    return await merchant.post(path, payment, { 'idempotency-key': `order ${order}` })
  } catch (error) {
    if (tries === triesMax) throw error
    return create(order, tries + 1)
  }
}
const { expiresAt } = newPayment()

test(`${count} payments at once are all there, each at an address of its own`, async () => {
  const orders = Array.from({ length: count }, (_, order) => order)
  const answers = await Promise.all(orders.map((order) => create(order)))
  expect(answers.filter(({ status }) => status !== 201)).toEqual([])
  const created = answers.map(({ body }) => body.payment)
  expect(new Set(created.map(({ id }) => id)).size).toBe(count)
  expect(new Set(created.map(({ depositAddress }) => depositAddress)).size).toBe(count)

  const listed = await readAll()
  expect(listed.map(({ metadata }) => metadata.order).toSorted((a, b) => a - b)).toEqual(orders)
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(created.map(({ id }) => id)))
}, 120_000)

async function readAll() {
  const all: { id: string; metadata: { order: number } }[] = []
  for (let after = ''; ;) {
    const { body } = await merchant.get(`${path}?limit=${pageSize}${after}`)
    all.push(...body.payments)
    if (body.page.next === null) return all
    after = `&after=${body.page.next}`
  }
}
