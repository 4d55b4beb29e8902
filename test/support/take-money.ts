import { eventually } from '../../examples/client/eventually.ts'
import type { Merchant } from '../../examples/client/merchant.ts'
import type { Payer } from '../../examples/client/payer.ts'

/** A charge and a payment, each with its webhooks. */
export async function takeMoney(merchant: Merchant, payer: Payer): Promise<void> {
  const payment = await merchant.createPayment('10')
  await payer.send(payment.depositAddress, 10_000_000n)
  const { contractAddress } = await merchant.subscribe(payer.address)
  await payer.approve(contractAddress, 240)
  await merchant.command(contractAddress, 'activate')
  await eventually('the money came', async () => {
    const { settlement } = await merchant.readPayment(payment.id)
    return settlement === 'Settled' && (await merchant.read(contractAddress)).status === 'Active'
  })
}
