/**
 * The contract calls of the pages, written out: a few words of 32 bytes, for which an encoder would
 * weigh more than the rest of a page. A test holds them equal to the ABIs.
 */
import { type Address, concatHex, type Hex, pad, slice } from 'viem'

/** An address as one word of a call. */
export const addressWord = (address: Address): Hex =>
  pad(address.toLowerCase() as Hex, { size: 32 })

export const decimalsCall: Hex = '0x313ce567'

export const balanceOfCall = (owner: Address): Hex => concatHex(['0x70a08231', addressWord(owner)])

/** Reads the address in an answer of one word; null where the answer is not an address. */
export function addressIn(answer: string): Address | null {
  return /^0x0{24}[0-9a-f]{40}$/i.test(answer) ? slice(answer as Hex, 12) : null
}

/** Reads the number in an answer of one word; null where the answer is longer or shorter. */
export function numberIn(answer: string): bigint | null {
  return /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : null
}
