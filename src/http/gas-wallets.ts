/** The gas wallets of a merchant, as they stand now. */
import { judgeGasLevel, lowBelowDays } from '../../machines/gas-wallet/gas-wallet.events.ts'
import type { DeployedChain } from '../shared/chain-directory.ts'
import { formatCoins } from '../shared/money.ts'
import type { Owner } from '../shared/owner.ts'
import { findPriceOfGas } from '../store/merchants/charges-left.ts'
import { measureGasWallet } from '../store/merchants/gas-measure.ts'
import { ensureGasWallet } from '../store/merchants/gas-wallets.ts'
import type { GasWalletResource } from '../core/resources/gas-wallet.ts'
import { findActor } from '../store/views/actors.ts'
import type { HttpDependencies } from './dependencies.ts'

/** With the real time at which the balance was read. */
type WatchedWallet = GasWalletResource & { seenAt: string | null }

/** Describes one for each chain of the network; those that are missing are made. */
export const describeGasWallets = (
  dependencies: HttpDependencies,
  owner: Owner,
): Promise<WatchedWallet[]> =>
  Promise.all(
    dependencies.directory
      .ofNetwork(owner.network)
      .map((chain) => describeGasWallet(dependencies, owner, chain)),
  )

async function describeGasWallet(
  dependencies: HttpDependencies,
  owner: Owner,
  { name: blockchain, nativeSymbol }: DeployedChain,
): Promise<WatchedWallet> {
  const { database, clock } = dependencies
  const wallet = await ensureGasWallet(dependencies, owner, blockchain)
  const { address, balance, seenAt } = wallet
  const [price, actor] = await Promise.all([
    findPriceOfGas(database, blockchain),
    findActor(database, 'gasWallet', address, owner),
  ])
  const measure =
    price && balance !== null
      ? await measureGasWallet(
          database,
          { ...owner, blockchain, address, balance },
          price,
          clock.now(),
        )
      : null
  return {
    blockchain,
    address,
    status: measure && judgeGasLevel(measure, actor?.status ?? null),
    balance: balance === null ? null : formatCoins(balance, nativeSymbol),
    chargesLeft: measure?.chargesLeft ?? null,
    daysLeft: measure?.daysLeft ?? null,
    lowBelowDays,
    seenAt: seenAt?.toISOString() ?? null,
  }
}
