import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClockMove } from '../../src/http/dependencies.ts'
import { createServer } from '../../src/http/server.ts'
import { type Dashboard, newMerchant, startDashboard } from './service.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.stop())

test('where a chain is real there is no clock to move, and its time is told', async () => {
  const alice = await newMerchant(dashboard, 'alice')
  const { body } = await alice.call('GET', '/test/clock')
  expect(body).toMatchObject({ canMove: false, isMoving: false, lastStop: null })
  expect((await alice.call('POST', '/test/clock/advance', { seconds: 1 })).status).toBe(404)
})

test('a move is begun and answered at once, on the test network alone', async () => {
  const moves: ClockMove[] = []
  const testClock = {
    read: () => Promise.resolve({ now: '' }),
    readMoves: () => ({ isMoving: moves.length > 0, lastStop: null }),
    advance: (move: ClockMove) => {
      moves.push(move)
      return new Promise<never>(() => undefined)
    },
  }
  const server = await createServer({ ...dashboard, testClock })
  const bob = await newMerchant({ ...dashboard, server }, 'bob')
  const moving = await bob.call('POST', '/test/clock/advance', { toNext: 'charge' })
  expect(moving.status).toBe(202)
  expect(moving.body).toMatchObject({ canMove: true, isMoving: true })
  const owner = { merchantId: bob.merchantId, network: 'TestNet' }
  expect(moves).toEqual([{ owner, toNext: 'charge' }])
  for (const wrong of [{}, { seconds: 1, toNext: 'timer' }, { until: '2020-01-01T00:00:00Z' }])
    expect((await bob.call('POST', '/test/clock/advance', wrong)).status).toBe(400)
  expect((await bob.call('POST', '/main/clock/advance', { seconds: 1 })).status).toBe(404)
  expect((await bob.call('GET', '/main/clock')).body.canMove).toBe(false)
  await server.close()
})
