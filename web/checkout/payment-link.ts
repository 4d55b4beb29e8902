/**
 * The content of the code for wallets. By EIP-681 a link names the token, the chain, the receiver
 * and the amount in base units. A scanner that does not know EIP-681 would send money to the
 * token's contract, so the plain address is the default and this is the second choice.
 */
import type { PaymentView } from './payment-view.ts'

type Transferable = Pick<PaymentView, 'asset' | 'blockchain' | 'depositAddress' | 'dueBaseUnits'>

/** Writes the EIP-681 link for one token transfer of the amount due. */
export function toPaymentLink(view: Transferable): string {
  const { asset, blockchain, depositAddress, dueBaseUnits } = view
  if (!/^\d+$/.test(dueBaseUnits))
    throw new Error(`'${dueBaseUnits}' is not an amount in base units`)
  const target = `${asset.address}@${blockchain.chainId}`
  return `ethereum:${target}/transfer?address=${depositAddress}&uint256=${dueBaseUnits}`
}
