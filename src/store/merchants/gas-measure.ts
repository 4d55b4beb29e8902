/** Measures a gas wallet: the charges and the days that its balance lasts for. */
import type { GasMeasure } from '../../../machines/gas-wallet/gas-wallet.events.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { countDaysLeft } from '../views/gas-days.ts'
import { countChargesLeft, type PriceOfGas } from './charges-left.ts'

type Wallet = Owner & { blockchain: string; address: string; balance: bigint }

export async function measureGasWallet(
  database: Database,
  wallet: Wallet,
  price: PriceOfGas,
  now: Date,
): Promise<GasMeasure> {
  const { balance } = wallet
  const chargesLeft = countChargesLeft(balance, price)
  const daysLeft = await countDaysLeft(database, wallet, { balance, chargesLeft }, now)
  return { balance: String(balance), chargesLeft, daysLeft }
}
