/** Waits until a service has seen that the gas wallet is filled: before, it makes no payments and no subscriptions. */
import { eventually } from '../../../../examples/client/eventually.ts'
import type { RunningService } from '../running-service.ts'

type GasWallets = { gasWallets: { chargesLeft: number | null }[] }

/** The checklist asks for so many. */
const chargesMin = 10

export const untilFunded = ({ merchant }: RunningService): Promise<unknown> =>
  eventually('gas', async () => {
    const { gasWallets } = await merchant.get<GasWallets>('/integration/gas-wallets')
    return (gasWallets[0]?.chargesLeft ?? 0) >= chargesMin
  })
