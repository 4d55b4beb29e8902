/**
 * The deposit address of a payment, known before anything is deployed: the CREATE2 address of an
 * EIP-1167 clone whose salt commits to receiver and payment. It does not commit to the chain: money
 * sent on a wrong one waits at the same address there. The deposit factory's `predict` on chain is
 * the authority; a test holds the two equal.
 *
 * The chain knows a payment by a hash of its id and of a salt that nobody can guess, because a sweep
 * makes it public, and the id alone opens the payer's page.
 */
import { type Address, type Hex, hexToBytes } from 'viem'
import { idToBytes32 } from '../ids.ts'
import { keccak, toChecksummed } from './keccak.ts'

export const saltBytes = 16
const idBytes = 16
const addressBytes = 20
const wordBytes = 32

/** Hashes the 16 bytes of a payment's id and the 16 of its salt: the name of the payment on chain. */
export const hashPaymentId = (paymentId: string, depositSalt: string): Hex =>
  keccak(
    joined(
      toBytes(idToBytes32(paymentId), wordBytes).subarray(0, idBytes),
      toBytes(depositSalt, saltBytes),
    ),
  )

/** Predicts the deposit address of `receiver` for the payment of this hash. */
export function predictDepositAddress(
  deployment: { depositFactory: Address; depositImplementation: Address },
  receiver: Address,
  idHash: Hex,
): Address {
  // The factory encodes an address and a word like this.
  const salt = keccak(
    joined(
      new Uint8Array(wordBytes - addressBytes),
      toBytes(receiver, addressBytes),
      toBytes(idHash, wordBytes),
    ),
  )
  // CREATE2, as EIP-1014 has it.
  const hash = keccak(
    joined(
      Uint8Array.of(0xff),
      toBytes(deployment.depositFactory, addressBytes),
      toBytes(salt, wordBytes),
      toBytes(hashCloneInitCode(deployment.depositImplementation), wordBytes),
    ),
  )
  return toChecksummed(hash.slice(-2 * addressBytes))
}

let lastHash: { implementation: Address; hash: Hex } | null = null

/** Hashes the init code of OpenZeppelin's `cloneDeterministic`: a minimal proxy. It is the same one nearly always. */
function hashCloneInitCode(implementation: Address): Hex {
  if (lastHash?.implementation === implementation) return lastHash.hash
  const code = joined(
    hexToBytes('0x3d602d80600a3d3981f3363d3d373d3d3d363d73'),
    toBytes(implementation, addressBytes),
    hexToBytes('0x5af43d82803e903d91602b57fd5bf3'),
  )
  lastHash = { implementation, hash: keccak(code) }
  return lastHash.hash
}

/** @throws where it is not of this size: neighbours could take each other's bytes */
function toBytes(hex: string, size: number): Uint8Array {
  const bytes = hexToBytes(hex as Hex)
  if (bytes.length === size) return bytes
  throw new Error(`${hex} has ${bytes.length} bytes, and ${size} are needed`)
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
