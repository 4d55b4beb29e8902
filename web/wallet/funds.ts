/** The balances of the payer's account, read through the wallet itself. */
import type { Address } from 'viem'
import { balanceOfCall, numberIn } from './calls.ts'
import { callContract, type Provider, read } from './provider.ts'

/** In base units: of the token, and of the native coin, which pays the network's fee. */
export type WalletFunds = { token: bigint; native: bigint }

export async function readFunds(
  provider: Provider,
  token: Address,
  account: Address,
): Promise<WalletFunds> {
  const [balance, native] = await Promise.all([
    callContract(provider, token, balanceOfCall(account)),
    read(provider, 'eth_getBalance', [account, 'latest']),
  ])
  return { token: numberIn(balance) ?? 0n, native: BigInt(String(native)) }
}
