/** Signs the bytes of a transaction, of the same at other fees, or of an empty one for a nonce. */
import { type Address, type Hash, type Hex, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ConnectedChain } from '../clients.ts'
import type { Fees } from '../gas/fees.ts'

export type SignedBytes = Fees & {
  hash: Hash
  transactionId: string
  blockchain: string
  wallet: string
  nonce: number
  raw: Hex
}

export type SignedCall = { to: Address; data: Hex; gas: bigint }
/** The wallet's nonce that is used, and the id under which the bytes are stored. */
export type LanePlace = Pick<SignedBytes, 'transactionId' | 'wallet' | 'nonce'>
export type Offer = { fees: Fees; isLegacy: boolean }

/** Creates the call of a filler: a transfer of nothing to the wallet itself, which only uses up a nonce. */
export const createEmptyCall = (wallet: string): SignedCall => ({
  to: wallet as Address,
  data: '0x',
  gas: 21_000n,
})

/** Creates the id under which a filler is stored that replaces no transaction. */
export const createFillerId = (
  blockchain: string,
  { wallet, nonce }: Omit<LanePlace, 'transactionId'>,
) => `filler/${blockchain}/${wallet}/${nonce}`

/** Signs a call; nothing is stored or sent. */
export async function signBytes(
  { chainId, name }: Pick<ConnectedChain, 'chainId' | 'name'>,
  key: Hex,
  place: LanePlace,
  { to, data, gas }: SignedCall,
  { fees, isLegacy }: Offer,
): Promise<SignedBytes> {
  const call = { chainId, nonce: place.nonce, to, data, gas }
  const raw = await privateKeyToAccount(key).signTransaction(
    isLegacy
      ? { type: 'legacy', ...call, gasPrice: fees.maxFeePerGas }
      : { type: 'eip1559', ...call, ...fees },
  )
  const { transactionId, wallet, nonce } = place
  return { hash: keccak256(raw), transactionId, blockchain: name, wallet, nonce, raw, ...fees }
}

/** Reads the call from signed bytes. */
export function callOf({ raw }: Pick<SignedBytes, 'raw'>): SignedCall {
  const { to, data, gas } = parseTransaction(raw)
  return { to: to!, data: data ?? '0x', gas: gas! }
}
