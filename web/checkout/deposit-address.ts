/**
 * Derives the address of a payment once more, in the payer's browser: the CREATE2 address of an
 * EIP-1167 clone whose salt commits to chain, receiver and payment. The page shows no address and
 * asks for no signature when the service names another one.
 */
import {
  type Address,
  concatHex,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  pad,
} from 'viem'
import type { PaymentView } from './payment-view.ts'

type Derived = Pick<PaymentView, 'id' | 'blockchain' | 'derivation'>

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Derives where this payment is paid to; of the service's word it takes only factory and receiver. */
export function deriveDepositAddress({ id, blockchain, derivation }: Derived): Address {
  const { factory, implementation, receiver } = derivation
  const chainId = numberToHex(blockchain.chainId, { size: 32 })
  const salt = keccak256(concatHex([chainId, pad(receiver, { size: 32 }), paymentBytes(id)]))
  return getCreate2Address({ from: factory, salt, bytecode: cloneCode(implementation) })
}

/** The 16 bytes of a payment's id, left-aligned in 32, as the contract takes them. */
export function paymentBytes(id: string): Hex {
  let value = 0n
  for (const character of id) value = value * 58n + BigInt(alphabet.indexOf(character))
  return `0x${value.toString(16).padStart(32, '0').padEnd(64, '0')}`
}

/** What OpenZeppelin's `cloneDeterministic` deploys: a minimal proxy. */
function cloneCode(implementation: Address): Hex {
  return concatHex([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
}
