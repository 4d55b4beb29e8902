/**
 * The deposit address of a payment, known before anything is deployed: the CREATE2 address of an
 * EIP-1167 clone whose salt commits to receiver and payment. It does not commit to the chain: money
 * sent on a wrong one waits at the same address there. The deposit factory's `predict` on chain is
 * the authority; a test holds the two equal.
 *
 * The chain knows a payment by a hash of its id and of a random salt, because a sweep makes it
 * public, and the id alone opens the payer's page.
 */
import {
  type Address,
  bytesToHex,
  concatHex,
  encodeAbiParameters,
  getCreate2Address,
  type Hex,
  keccak256,
  slice,
} from 'viem'
import { idToBytes32 } from '../ids.ts'

const saltBytes = 16

/** Draws the salt of a new payment: 128 random bits, where the id itself has 74. */
export const newDepositSalt = (): Hex =>
  bytesToHex(crypto.getRandomValues(new Uint8Array(saltBytes)))

/** Hashes the 16 bytes of a payment's id and the 16 of its salt: the name of the payment on chain. */
export const hashPaymentId = (paymentId: string, depositSalt: string): Hex =>
  keccak256(concatHex([slice(idToBytes32(paymentId), 0, 16), depositSalt as Hex]))

/** Predicts the deposit address of `receiver` for the payment of this hash. */
export function predictDepositAddress(
  deployment: { depositFactory: Address; depositImplementation: Address },
  receiver: Address,
  idHash: Hex,
): Address {
  const salt = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [receiver, idHash]),
  )
  const bytecode = cloneInitCode(deployment.depositImplementation)
  return getCreate2Address({ from: deployment.depositFactory, salt, bytecode })
}

/** Builds the init code of OpenZeppelin's `cloneDeterministic`: a minimal proxy. */
function cloneInitCode(implementation: Address): Hex {
  return concatHex([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
}
