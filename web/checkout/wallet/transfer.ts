/** The only transaction that a payer signs here: a plain ERC-20 transfer of the amount due. */
import { type Hex, isHash } from 'viem'
import type { PaymentView } from '../payment-view.ts'
import { transferCall } from './calls.ts'
import type { Connected } from '../../wallet/wallet-state.ts'

/** Asks the wallet to send it, and returns the hash of the transaction. */
export async function transfer(
  { wallet, account }: Connected,
  { asset, depositAddress, dueBaseUnits }: PaymentView,
): Promise<Hex> {
  const amount = BigInt(dueBaseUnits)
  if (amount === 0n) throw new Error('nothing is due any more')
  const data = transferCall(depositAddress, amount)
  const params = [{ from: account, to: asset.address, data, value: '0x0' }]
  const hash = await wallet.provider.request({ method: 'eth_sendTransaction', params })
  if (typeof hash !== 'string' || !isHash(hash)) throw new Error('the wallet named no transaction')
  return hash
}
