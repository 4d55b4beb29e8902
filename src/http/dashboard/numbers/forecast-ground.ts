/** What a forecast stands on beside the subscriptions: time, assets, and the gas of each chain. */
import type { Owner } from '../../../shared/owner.ts'
import { listActiveAssets } from '../../../store/merchants/assets.ts'
import { countChargesLeft, findPriceOfGas } from '../../../store/merchants/charges-left.ts'
import { listGasWallets } from '../../../store/merchants/gas-wallets.ts'
import type { ForecastGround } from '../../../store/views/forecast/planned.ts'
import type { HttpDependencies } from '../../dependencies.ts'

/** Nobody has so many to come; of a wallet that pays for more, the number could not be written exactly. */
const chargesCounted = 1_000_000_000

const dayMs = 24 * 60 * 60_000

/** Reads it for a window of so many days from now on. */
export async function readForecastGround(
  dependencies: HttpDependencies,
  owner: Owner,
  days: number,
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
  return { now, until, activeAssets, gas: await Promise.all(gas) }
}
