/** The widget says where a subscription stands that its payer already has. */
import { expect, test } from 'vitest'
import type { SubscriptionView } from '../../web/session/session-views.ts'
import { stageOf } from '../../web/widget/stage.ts'

const now = Date.UTC(2026, 0, 31)
const running = {
  status: 'Active',
  phase: 'Current',
  nextChargeAt: new Date(now + 86_400_000).toISOString(),
} as SubscriptionView

const standing = (change: Partial<SubscriptionView>) => stageOf({ ...running, ...change }, now)

test('a plan that runs is told apart from one that is late, held up, paused or about to end', () => {
  expect(standing({})).toBe('active')
  expect(standing({ phase: 'Charging' })).toBe('active')
  expect(standing({ phase: 'Overdue' })).toBe('suspended')
  expect(standing({ status: 'Suspended', phase: 'Suspended' })).toBe('suspended')
  expect(standing({ phase: 'Ending' })).toBe('ending')
  for (const status of ['PendingPause', 'Paused', 'PendingUnPause'])
    expect(standing({ status, phase: status })).toBe('paused')
})
