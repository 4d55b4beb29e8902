/** The shop's plans, as its people make them in the dashboard; those of an earlier run serve again. */
import type { Merchant } from '../../../examples/client/merchant.ts'
import type { Plan } from '../../../packages/node/src/index.ts'
import { type PlanName, plans } from './customers.ts'

export type PlanIds = Record<PlanName, string>

/** Returns the ids of all plans, each active but for the one that stays a draft. */
export async function offerPlans(merchant: Merchant): Promise<PlanIds> {
  // An earlier run has switched it off in the end.
  await merchant.asPerson('PUT', '/test/assets/ltUSDT', { active: true })
  const known = await merchant.mandate.plans.list({}).toArray()
  const planIds: Partial<PlanIds> = {}
  for (const name of Object.keys(plans) as PlanName[]) {
    const earlier = known.find((plan) => plan.name === plans[name].name)
    planIds[name] = await offer(merchant, name, earlier)
  }
  return planIds as PlanIds
}

async function offer(merchant: Merchant, name: PlanName, earlier?: Plan): Promise<string> {
  const form = { asset: 'ltUSDC', ...plans[name] }
  const { id, status } =
    earlier ?? (await merchant.asPerson<Pick<Plan, 'id' | 'status'>>('POST', '/test/plans', form))
  const command = { Draft: 'activate', Archived: 'restore', Active: null }[status]
  if (command !== null && name !== 'student')
    await merchant.asPerson('POST', `/test/plans/${id}/${command}`, {})
  return id
}
