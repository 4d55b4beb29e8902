/** A permit that a payer has signed on another page, and that came to the token first. */
import type { Address, Hex } from 'viem'
import type { WalletAccount } from './wallet-account.ts'

const numbers = ['value', 'nonce', 'deadline']
const toField = (name: string) => ({ name, type: numbers.includes(name) ? 'uint256' : 'address' })

type Elsewhere = { chainId: number; token: Address; spender: Address; value: bigint }

/** Returns what the token's `permit` is called with, for the account's first permit. */
export async function signElsewhere(
  account: WalletAccount,
  { chainId, token, spender, value }: Elsewhere,
): Promise<[Address, Address, bigint, bigint, number, Hex, Hex]> {
  const owner = account.address
  const deadline = 2n ** 40n
  const signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '1', chainId, verifyingContract: token },
    types: { Permit: ['owner', 'spender', ...numbers].map(toField) },
    primaryType: 'Permit',
    message: { owner, spender, value, nonce: 0n, deadline },
  })
  const [r, s] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`] as [Hex, Hex]
  return [owner, spender, value, deadline, Number.parseInt(signature.slice(130), 16), r, s]
}
