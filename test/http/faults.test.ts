/** What a caller hears of a fault of the service: that there was one, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

test('a fault is answered 500 without a word of what the service is made of', async () => {
  const { pool } = world.database
  await pool.query('alter table payment rename column status to status_that_is_gone')
  try {
    const { status, body } = await merchant.get('/integration/payments')
    expect(status).toBe(500)
    expect(body).toMatchObject({ status: 500, code: 'InternalError' })
    expect(JSON.stringify(body)).not.toMatch(/is_gone|column|select|relation|\.ts/)
  } finally {
    await pool.query('alter table payment rename column status_that_is_gone to status')
  }
  expect((await merchant.get('/integration/payments')).status).toBe(200)
})
