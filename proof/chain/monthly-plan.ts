/** The plan that has the terms of these tests' subscriptions, by which one that was lost is adopted. */
import { newId } from '../../src/shared/ids.ts'
import { unit } from '../../test/chain/payers.ts'
import { sayTo } from '../../test/chain/say.ts'
import { blockchain, network, type World } from '../../test/chain/world.ts'

/** Makes and activates it; returns its id. */
export async function makePlan(world: World): Promise<string> {
  const now = world.clock.now()
  const [id, { merchantId }] = [newId(now), world.merchant]
  const terms = { name: 'Monthly', description: '', tags: [], periodDays: 30, graceDays: 3 }
  const money = { blockchain, asset: 'ltUSDC', decimals: 6, amount: String(10n * unit) }
  const input = { id, merchantId, network, ...terms, ...money, createdAt: now.toISOString() }
  const plan = { kind: 'plan', entityId: id, merchantId } as const
  await sayTo(world, plan, { type: 'plan.create', input })
  await sayTo(world, plan, { type: 'plan.activate' })
  return id
}
