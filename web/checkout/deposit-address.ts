/**
 * Derives the address of a payment once more, in the payer's browser: the CREATE2 address of an
 * EIP-1167 clone whose salt commits to receiver and payment. The page shows no address and asks for
 * no signature when the service names another one.
 */
import {
  type Address,
  concatHex,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  size,
} from 'viem'
import type { PaymentView } from './payment-view.ts'

type Derived = Pick<PaymentView, 'id' | 'derivation'>

const saltBytes = 16
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Derives the address that this payment is paid to. It trusts the service for factory, receiver and
 * salt only: no salt makes the hash of another payment's id equal to this one's.
 */
export function deriveDepositAddress({ id, derivation }: Derived): Address {
  const { factory, implementation, receiver } = derivation
  const idHash = hashPaymentId(id, derivation.salt)
  const salt = keccak256(concatHex([pad(receiver, { size: 32 }), idHash]))
  return getCreate2Address({ from: factory, salt, bytecode: cloneCode(implementation) })
}

/** The name of a payment on chain: the hash of the 16 bytes of its id and the 16 of its salt. */
export function hashPaymentId(id: string, salt: Hex): Hex {
  let value = 0n
  for (const character of id) value = value * 58n + BigInt(alphabet.indexOf(character))
  if (size(salt) !== saltBytes) throw new Error(`a salt has ${saltBytes} bytes, unlike ${salt}`)
  return keccak256(concatHex([numberToHex(value, { size: 16 }), salt]))
}

/** The minimal proxy that OpenZeppelin's `cloneDeterministic` deploys. */
function cloneCode(implementation: Address): Hex {
  return concatHex([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
}
