/** What the dashboard's routes are given. They change actors by commands only, over the bus. */
import type { Bus } from '../../bus/bus.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { MerchantDependencies } from '../../store/merchants/merchants.ts'
import type { HttpSettings } from '../dependencies.ts'

export type DashboardDependencies = MerchantDependencies & {
  bus: Bus
  directory: ChainDirectory
  settings: Pick<HttpSettings, 'baseUrl' | 'rateLimits'>
}
