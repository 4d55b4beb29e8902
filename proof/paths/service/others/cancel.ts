/** Ends a subscription of a path, so that no request is left for which a transaction would come in another one. */
import { eventually } from '../../../../examples/client/eventually.ts'
import type { Merchant } from '../../../../examples/client/merchant.ts'

export async function cancelForGood(merchant: Merchant, contract: string): Promise<void> {
  await merchant.command(contract, 'cancel')
  await eventually('the cancellation', async () => {
    const { status } = await merchant.read(contract)
    return status === 'Cancelled'
  })
}
