/** A payment and a charge with all that they leave, so that there is a row of everything to be copied. */
import { eventually } from '../../examples/client/eventually.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { startReceiver } from '../../examples/client/webhook-receiver.ts'

type Dev = ConstructorParameters<typeof Merchant>[0]

/** A payment and a charge, with all that they leave: of each the service has made one itself. */
export async function liveThrough(made: Dev, rpcUrl: string): Promise<void> {
  const dev = { ...made, chains: made.chains.map((one) => ({ ...one, rpcUrl })) }
  const merchant = new Merchant(dev)
  const payer = new Payer(dev)
  const receiver = await startReceiver(dev.merchant)
  await merchant.sendWebhooksTo(receiver.url)
  await payer.earn(1_000)
  const payment = await merchant.createPayment('10')
  await payer.send(payment.depositAddress, 10_000_000n)
  const { contractAddress } = await merchant.subscribe(payer.address)
  await payer.approve(contractAddress, 240)
  await merchant.command(contractAddress, 'activate')
  await eventually('the money came', async () => {
    const { settlement } = await merchant.readPayment(payment.id)
    return settlement === 'Settled' && (await merchant.read(contractAddress)).status === 'Active'
  })
  await receiver.stop()
}
