/** A payment and a charge with all that they leave, so that there is a row of everything to be copied. */
import { Merchant } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { startReceiver } from '../../examples/client/webhook-receiver.ts'
import { takeMoney } from '../../test/support/take-money.ts'

type Dev = ConstructorParameters<typeof Merchant>[0]

/** A payment and a charge, with all that they leave: of each the service has made one itself. */
export async function liveThrough(made: Dev, rpcUrl: string): Promise<void> {
  const dev = { ...made, chains: made.chains.map((one) => ({ ...one, rpcUrl })) }
  const merchant = new Merchant(dev)
  const payer = new Payer(dev)
  const receiver = await startReceiver(dev.merchant)
  await merchant.sendWebhooksTo(receiver.url)
  await payer.earn(1_000)
  await takeMoney(merchant, payer)
  await receiver.stop()
}
