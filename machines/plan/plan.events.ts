import { z } from 'zod'
import { BaseUnits, Moment, ownerFields } from '../primitives.ts'

const terms = {
  name: z.string().min(1).max(200),
  description: z.string().max(2000),
  asset: z.string(),
  decimals: z.int().min(0).max(36),
  blockchain: z.string(),
  amount: BaseUnits,
  periodDays: z.int().min(1).max(365),
  graceDays: z.int().min(0).max(364),
  tags: z.array(z.string().min(1).max(50)).max(20),
}

/** The terms that a plan is created with and that an update replaces. The grace is shorter than the period. */
export const PlanTerms = z.strictObject(terms)
export type PlanTerms = z.infer<typeof PlanTerms>

export const PlanInput = z.strictObject({
  id: z.string(),
  ...ownerFields,
  ...terms,
  createdAt: Moment,
})
export type PlanInput = z.infer<typeof PlanInput>

export const PlanEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('plan.update'), terms: PlanTerms }),
  z.strictObject({ type: z.literal('plan.activate') }),
  z.strictObject({ type: z.literal('plan.archive') }),
  z.strictObject({ type: z.literal('plan.restore') }),
])
export type PlanEvent = z.infer<typeof PlanEvent>
