/** A plan as merchants and payers see it, in API answers and inside webhooks. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { exampleId, Money, Time } from './fields.ts'

const secondsPerDay = 24 * 60 * 60

export const planStatuses = [
  'Draft',
  'Active',
  'Archived',
] as const satisfies readonly StatusOf['plan'][]

export const PlanResource = z
  .strictObject({
    id: z.string().meta({ description: 'Plan identifier', examples: [exampleId] }),
    name: z.string().meta({ description: 'Name shown to the payer' }),
    description: z.string().meta({ description: 'Text shown to the payer' }),
    status: z.enum(planStatuses),
    amount: Money.meta({ description: 'What one period costs, with the asset code' }),
    asset: z.string().meta({ description: 'Asset code of the token', examples: ['ltUSDC'] }),
    blockchain: z.string().meta({ examples: ['LocalTestNet'] }),
    periodSeconds: z.int().positive().meta({ description: 'Charge period; whole days' }),
    gracePeriodSeconds: z
      .int()
      .nonnegative()
      .meta({
        description:
          'How long an unpaid period is waited for before the cancellation; at least a quarter of the ' +
          'period, up to a day, is waited for also where this is less',
      }),
    tags: z.array(z.string()),
    createdAt: Time,
  })
  .meta({ id: 'Plan', description: 'What a subscription costs, and how often.' })
export type PlanResource = z.infer<typeof PlanResource>

export function toPlanResource(actor: StoredActor<'plan'>): PlanResource {
  const plan = actor.snapshot.context
  return {
    id: actor.id,
    name: plan.name,
    description: plan.description,
    status: actor.status,
    amount: formatMoney(plan.amount, plan.decimals, plan.asset),
    asset: plan.asset,
    blockchain: plan.blockchain,
    periodSeconds: plan.periodDays * secondsPerDay,
    gracePeriodSeconds: plan.graceDays * secondsPerDay,
    tags: plan.tags,
    createdAt: plan.createdAt,
  }
}
