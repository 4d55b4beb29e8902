import { PlanInput } from '../../../machines/plan/plan.events.ts'
import type { Case } from '../../support/explore.ts'
import { beganAt, daysLater, idOf, owner } from './owner.ts'

const terms = {
  name: 'Monthly',
  description: 'Everything, every month.',
  asset: 'ltUSDC',
  decimals: 6,
  blockchain: 'LocalTestNet',
  amount: '10000000',
  periodDays: 30,
  graceDays: 3,
  tags: ['basic'],
}

export const planCases: Case[] = [
  {
    kind: 'plan',
    title: 'a monthly plan',
    input: PlanInput.parse({ id: idOf('P'), ...owner, ...terms, createdAt: daysLater(0) }),
    beganAt,
    eventsAt: () => [
      { type: 'plan.update', terms: { ...terms, amount: '12000000' } },
      { type: 'plan.activate' },
      { type: 'plan.archive' },
      { type: 'plan.restore' },
    ],
    differencesOf: ({ context }) => context['amount'],
  },
]
