import type { Merchant } from '../../../../../examples/client/merchant.ts'

/** A hundred charges, one each day, all allowed; and what lasts for some of them. */
export const daily = { amount: '1', periodDays: 1, graceDays: 0 }
export const periods = 100
/** The first of all charges needs six times what each further one does: a wallet must hold all that it asks for. */
export const littleCharges = 9n

type Level = { status: string | null; chargesLeft: number | null }

/** Reads how long the merchant's gas wallet lasts, as the API says. */
export async function readLevel(merchant: Merchant): Promise<Level | undefined> {
  const { gasWallets } = await merchant.get<{ gasWallets: Level[] }>('/integration/gas-wallets')
  return gasWallets[0]
}
