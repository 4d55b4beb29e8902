/**
 * Identifiers: 22 characters, base58 of a version 7 UUID, so that they sort by time.
 * `derivedId` gives the same id for the same seed, which makes a repeated effect
 * create the same entity and not a second one. Browsers make them, too, where a page simulates the service.
 */
import { hexToBytes, sha256 } from 'viem'
import { randomBits } from './secrets/random-bits.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const idLength = 22
const uuidBytes = 16
const entropyBytes = 10

export const idPattern = /^[1-9A-HJ-NP-Za-km-z]{22}$/

/** Makes a fresh id whose first 48 bits are the moment `at`. */
export function newId(at: Date): string {
  return toBase58(uuidV7(at, randomBits(entropyBytes)))
}

/** Makes the one id that belongs to `seed`; `at` only decides how it sorts. */
export function derivedId(at: Date, seed: string): string {
  return toBase58(uuidV7(at, entropyOf(seed)))
}

/** Returns the 16 bytes of an id, left-aligned in 32: the `bytes32 id` of a contract. */
export function idToBytes32(id: string): `0x${string}` {
  return `0x${toNumber(id).toString(16).padStart(32, '0').padEnd(64, '0')}`
}

/** Returns the id that `idToBytes32` was given. */
export function bytes32ToId(bytes: `0x${string}`): string {
  return toBase58(hexToBytes(bytes).subarray(0, uuidBytes))
}

/**
 * Makes the one id that belongs to `seed` at a place among others, at most 2^32: ids of one moment
 * sort by their place.
 */
export function placedId(at: Date, place: number, seed: string): string {
  const bytes = uuidV7(at, entropyOf(seed))
  // The bits after the moment that a UUID leaves free: 12 before its variant, and 20 behind it.
  bytes[6] = 0x70 | (place >>> 28)
  bytes[7] = (place >>> 20) & 0xff
  bytes[8] = 0x80 | ((place >>> 14) & 0x3f)
  bytes[9] = (place >>> 6) & 0xff
  bytes[10] = ((place & 0x3f) << 2) | (bytes[10]! & 0x03)
  return toBase58(bytes)
}

/** Returns the lowest id of the moment `at`: all ids made at it or later sort behind, all earlier ones before. */
export const lowestId = (at: Date): string => toBase58(uuidOf(at))

/** Returns the moment at which an id was made. */
export function momentOfId(id: string): Date {
  return new Date(Number(toNumber(id) >> BigInt(8 * uuidBytes - 48)))
}

const entropyOf = (seed: string): Uint8Array =>
  sha256(new TextEncoder().encode(seed), 'bytes').subarray(0, entropyBytes)

/** The first 48 bits are the moment, and all others 0. */
function uuidOf(at: Date): Uint8Array {
  const bytes = new Uint8Array(uuidBytes)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(at.getTime()) << 16n)
  return bytes
}

function uuidV7(at: Date, entropy: Uint8Array): Uint8Array {
  const bytes = uuidOf(at)
  bytes.set(entropy, uuidBytes - entropyBytes)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes
}

function toNumber(id: string): bigint {
  let value = 0n
  for (const character of id) value = value * 58n + BigInt(alphabet.indexOf(character))
  return value
}

/** So many digits fit a number: divided as a whole, 128 bits would take a division of big integers for each. */
const digitsOfPart = 9
const partOfBase = 58n ** BigInt(digitsOfPart)

function toBase58(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const value = (view.getBigUint64(0) << 64n) | view.getBigUint64(8)
  const upper = value / partOfBase
  return (
    toDigits(Number(upper / partOfBase), idLength - 2 * digitsOfPart) +
    toDigits(Number(upper % partOfBase), digitsOfPart) +
    toDigits(Number(value % partOfBase), digitsOfPart)
  )
}

function toDigits(value: number, count: number): string {
  let text = ''
  let left = value
  for (let i = 0; i < count; i++) {
    text = alphabet[left % 58]! + text
    left = Math.floor(left / 58)
  }
  return text
}
