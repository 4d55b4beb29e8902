/** Reads what a forecast stands on beside the subscriptions: time, assets, and the gas of each chain. */
import { dayMs } from '../../../../machines/durations.ts'
import type { Owner } from '../../../shared/owner.ts'
import { listActiveAssets } from '../../merchants/assets.ts'
import { countChargesLeft, findPriceOfGas } from '../../merchants/charges-left.ts'
import { listGasWallets } from '../../merchants/gas-wallets.ts'
import type { ForecastGround } from './planned.ts'
import type { WithDirectory } from '../../parts.ts'

/** Nobody has so many to come; of a wallet that pays for more, the number could not be written exactly. */
const chargesCounted = 1_000_000_000

export type ForecastWindow = { days: number; utcOffset?: number }

/** Reads it for a window of so many days from now on; its days are so many minutes ahead of UTC. */
export async function readForecastGround(
  dependencies: WithDirectory,
  owner: Owner,
  { days, utcOffset = 0 }: ForecastWindow,
): Promise<ForecastGround> {
  const { database, clock, directory } = dependencies
  const now = clock.now()
  const [activeAssets, wallets] = await Promise.all([
    listActiveAssets(dependencies, owner),
    listGasWallets(dependencies, owner),
  ])
  const gas = directory.ofNetwork(owner.network).map(async ({ name: blockchain }) => {
    const price = await findPriceOfGas(database, blockchain)
    const balance = wallets.find((wallet) => wallet.blockchain === blockchain)?.balance ?? null
    const isKnown = price !== null && balance !== null
    const chargesLeft = isKnown ? countChargesLeft(balance, price) : null
    return { blockchain, chargesLeft: chargesLeft && Math.min(chargesLeft, chargesCounted) }
  })
  const until = new Date(now.getTime() + days * dayMs)
  return { now, until, utcOffset, activeAssets, gas: await Promise.all(gas) }
}
