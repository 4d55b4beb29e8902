/**
 * The deposit address of a payment, known before anything is deployed: the CREATE2 address of an
 * EIP-1167 clone whose salt commits to receiver and payment. It does not commit to the chain: money
 * sent on a wrong one waits at the same address there. The deposit factory's `predict` on chain is
 * the authority; a test holds the two equal.
 *
 * The chain knows a payment by a hash of its id and of a salt that nobody can guess, because a sweep
 * makes it public, and the id alone opens the payer's page.
 */
import type { Address, Hex } from 'viem'
import { idToBytes32 } from '../ids.ts'
import { addressBytes, create2Address, keccak, sized, toBytes, wordBytes } from './keccak.ts'

export const saltBytes = 16
const idBytes = 16
const emptyBytes: Hex = `0x${'00'.repeat(wordBytes - addressBytes)}`

/** Hashes the 16 bytes of a payment's id and the 16 of its salt: the name of the payment on chain. */
export function hashPaymentId(paymentId: string, depositSalt: string): Hex {
  const id = sized(idToBytes32(paymentId), wordBytes)
  return keccak(toBytes(id.slice(0, 2 + 2 * idBytes) as Hex, sized(depositSalt, saltBytes)))
}

/** Predicts the deposit address of `receiver` for the payment of this hash. */
export function predictDepositAddress(
  deployment: { depositFactory: Address; depositImplementation: Address },
  receiver: Address,
  idHash: Hex,
): Address {
  // The factory encodes an address and a word like this.
  const salt = keccak(toBytes(emptyBytes, sized(receiver, addressBytes), sized(idHash, wordBytes)))
  const codeHash = hashCloneInitCode(deployment.depositImplementation)
  return create2Address(deployment.depositFactory, salt, codeHash)
}

let lastHash: { implementation: Address; hash: Hex } | null = null

/** Hashes the init code of OpenZeppelin's `cloneDeterministic`: a minimal proxy. It is the same one nearly always. */
function hashCloneInitCode(implementation: Address): Hex {
  if (lastHash?.implementation === implementation) return lastHash.hash
  const code = toBytes(
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    sized(implementation, addressBytes),
    '0x5af43d82803e903d91602b57fd5bf3',
  )
  lastHash = { implementation, hash: keccak(code) }
  return lastHash.hash
}
