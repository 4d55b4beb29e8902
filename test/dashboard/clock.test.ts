import { afterAll, beforeAll, expect, test } from 'vitest'
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
