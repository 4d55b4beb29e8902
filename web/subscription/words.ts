/**
 * Calls and answers of contracts, word by word: what the pages need is so little that an encoder
 * would weigh more than all of it. A test holds the calls equal to the contracts' ABIs.
 */
import { type Address, concatHex, type Hex, numberToHex, pad, size, slice } from 'viem'

const wordBytes = 32

export const addressWord = (address: Address): Hex =>
  pad(address.toLowerCase() as Hex, { size: wordBytes })

export const numberWord = (value: bigint | number): Hex => numberToHex(value, { size: wordBytes })

/** Reads an answer of exactly so many words; null where it is longer or shorter. */
export function wordsIn(answer: string, count: number): bigint[] | null {
  if (!/^0x([0-9a-f]{64})*$/i.test(answer) || size(answer as Hex) !== count * wordBytes) return null
  return Array.from({ length: count }, (_, index) =>
    BigInt(slice(answer as Hex, index * wordBytes, (index + 1) * wordBytes)),
  )
}

/** Reads an answer of one number; null where it is something else. */
export const numberIn = (answer: string): bigint | null => wordsIn(answer, 1)?.[0] ?? null

const textBytesMax = 128

/** Reads the text at a word of the answer that says where it begins; null where there is none. */
export function textIn(answer: string, word = 0): string | null {
  if (!/^0x([0-9a-f]{2})+$/i.test(answer)) return null
  const bytes = answer as Hex
  const at = sliceNumber(bytes, word * wordBytes)
  const length = at === null ? null : sliceNumber(bytes, at)
  if (at === null || length === null || length > textBytesMax) return null
  const begin = at + wordBytes
  if (size(bytes) < begin + length) return null
  if (length === 0) return ''
  const text = slice(bytes, begin, begin + length).slice(2)
  const codes = Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(codes)
}

/** The number in the word that begins at a byte; null where the bytes end before, or it is too large. */
function sliceNumber(bytes: Hex, at: number): number | null {
  if (size(bytes) < at + wordBytes) return null
  const value = BigInt(slice(bytes, at, at + wordBytes))
  return value <= BigInt(bytes.length) ? Number(value) : null
}

export const callOf = (selector: Hex, ...words: Hex[]): Hex => concatHex([selector, ...words])
