/** A fault of the service: its caller hears that there was one, and its operator which. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttp } from '../../src/http/start-http.ts'
import { basicClient } from './client.ts'
import { newPayment, newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

test('a fault is answered 500 without a word of what the service is made of (P19)', async () => {
  const { pool } = world.database
  await pool.query('alter table payment rename to payment_that_is_gone')
  try {
    const { status, body } = await merchant.get('/integration/payments')
    expect(status).toBe(500)
    expect(body).toMatchObject({ status: 500, code: 'InternalError' })
    expect(JSON.stringify(body)).not.toMatch(/is_gone|column|select|relation|\.ts/)
  } finally {
    await pool.query('alter table payment_that_is_gone rename to payment')
  }
  expect((await merchant.get('/integration/payments')).status).toBe(200)
})

test('a fault is logged in full, and the same request under its key is done once it is mended', async () => {
  const { pool } = world.database
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const http = await startHttp({ ...world, log })
  const { post } = basicClient(http.url, merchant)
  const ask = () =>
    post('/integration/payments', newPayment({ expiresAt }), { 'idempotency-key': 'k' })
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  try {
    await pool.query('alter table receiver rename column address to address_that_is_gone')
    const { status, body } = await ask()
    expect([status, body.code]).toEqual([500, 'InternalError'])
    expect(JSON.stringify(body)).not.toMatch(/address_that_is_gone|column/)
    await pool.query('alter table receiver rename column address_that_is_gone to address')
    const [logged] = lines.filter((line) => line.includes('answered 500'))
    expect(JSON.parse(logged!)).toMatchObject({ level: 50, err: { stack: expect.any(String) } })
    expect(logged).toMatch(/column .*address/)

    const done = await ask()
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([201, null])
    const again = await ask()
    expect(again.body.payment.id).toBe(done.body.payment.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  } finally {
    await http.stop()
  }
})

test('a key whose request nobody answered in time is not given to another request', async () => {
  await world.worker.stop()
  const key = { 'idempotency-key': 'unanswered' }
  const path = '/integration/payments'
  expect((await merchant.post(path, newPayment(), key)).status).toBe(503)
  const other = newPayment({ amount: { value: '11', currency: 'tUSDC' } })
  const { status, body } = await merchant.post(path, other, key)
  expect([status, body.code]).toEqual([409, 'IdempotencyKeyReused'])
})
