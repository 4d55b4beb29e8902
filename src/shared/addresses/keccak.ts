/**
 * Keccak-256 and what addresses are made of with it. Node's own takes 1 µs where viem's takes 9 to 15: an address takes
 * several, and was a tenth of what a payment cost the service. Pages, which simulate, have viem's.
 */
import { type Address, type Hex, hexToBytes, keccak256, size } from 'viem'

export const addressBytes = 20
export const wordBytes = 32

type NodeProcess = { getBuiltinModule?: (name: 'node:crypto') => typeof import('node:crypto') }

const native = findNative()

function findNative() {
  const { process } = globalThis as { process?: NodeProcess }
  const crypto = process?.getBuiltinModule?.('node:crypto')
  // A Node that was built with an older OpenSSL than its own has none.
  return crypto?.getHashes().includes('keccak-256') ? crypto : null
}

export const keccak = (bytes: Uint8Array): Hex =>
  native ? `0x${native.hash('keccak-256', bytes)}` : keccak256(bytes)

/** Writes the 40 hexadecimal digits of an address with the checksum of EIP-55. */
function toChecksummed(digits: string): Address {
  const lower = digits.toLowerCase()
  const checksum = keccak(new TextEncoder().encode(lower))
  let address = '0x'
  for (let i = 0; i < lower.length; i++)
    address += checksum[i + 2]! >= '8' ? lower[i]!.toUpperCase() : lower[i]!
  return address as Address
}

/** The bytes of hexadecimal values, one after another; `sized` says that each has as many as it has to. */
export const toBytes = (...values: Hex[]): Uint8Array =>
  hexToBytes(`0x${values.map((value) => value.slice(2)).join('')}`)

/** Predicts the address that CREATE2 gives to a code of this hash, as EIP-1014 has it. */
export function create2Address(factory: Address, salt: Hex, codeHash: Hex): Address {
  const words = [sized(salt, wordBytes), sized(codeHash, wordBytes)]
  const hash = keccak(toBytes('0xff', sized(factory, addressBytes), ...words))
  return toChecksummed(hash.slice(-2 * addressBytes))
}

/** @throws where it is not of this size: neighbours could take each other's bytes */
export function sized<Value extends string>(hex: Value, bytes: number): Value & Hex {
  if (size(hex as Value & Hex) === bytes) return hex as Value & Hex
  throw new Error(`${hex} has ${size(hex as Value & Hex)} bytes, and ${bytes} are needed`)
}
