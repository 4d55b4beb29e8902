/** The balances of the payer's account, read through the wallet itself. */
import type { Address } from 'viem'
import type { PaymentView } from '../payment-view.ts'
import { balanceOfCall, numberIn } from './calls.ts'
import { callContract, type Provider, read } from './provider.ts'

/** In base units: of the token, and of the native coin, which pays the network's fee. */
export type WalletFunds = { token: bigint; native: bigint }

export async function readFunds(
  provider: Provider,
  view: PaymentView,
  account: Address,
): Promise<WalletFunds> {
  const [token, native] = await Promise.all([
    callContract(provider, view.asset.address, balanceOfCall(account)),
    read(provider, 'eth_getBalance', [account, 'latest']),
  ])
  return { token: numberIn(token) ?? 0n, native: BigInt(String(native)) }
}
