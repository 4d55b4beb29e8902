/** The widget says where a subscription stands that its payer already has. */
import type { OwnSubscription } from '../../web/api/session.generated.ts'
import { expect, test } from 'vitest'
import { stageOf } from '../../web/widget/stage.ts'

const now = Date.UTC(2026, 0, 31)
const running = {
  status: 'Active',
  phase: 'Current',
  nextChargeAt: new Date(now + 86_400_000).toISOString(),
} as OwnSubscription

const standing = (change: Partial<OwnSubscription>) => stageOf({ ...running, ...change }, now)

test('a plan that runs is told apart from one that is late, held up, paused or about to end', () => {
  expect(standing({})).toBe('active')
  expect(standing({ phase: 'Charging' })).toBe('active')
  expect(standing({ phase: 'Overdue' })).toBe('suspended')
  expect(standing({ status: 'Suspended', phase: 'Suspended' })).toBe('suspended')
  expect(standing({ phase: 'Ending' })).toBe('ending')
  for (const status of ['PendingPause', 'Paused', 'PendingUnPause'] as const)
    expect(standing({ status, phase: status })).toBe('paused')
})
