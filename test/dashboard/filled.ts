/** A dashboard whose merchant has thousands of rows of everything. */
import { fillMerchant } from './fill.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { newMerchant, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

const size = { subscriptions: 12_000, charges: 11_000, deliveries: 10 }

export async function startFilledDashboard() {
  const dashboard = await startDashboard(defaultRateLimits)
  const { merchantId } = await newMerchant(dashboard, 'alice')
  const owner: Owner = { merchantId, network: 'TestNet' }
  await fillMerchant(dashboard, owner, size)
  return { dashboard, owner }
}
