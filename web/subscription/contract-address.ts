/**
 * Derives the address of a subscription's contract once more, in the payer's browser: the CREATE2
 * address of an EIP-1167 clone whose code carries the terms. Nobody is asked to allow anything to
 * another address.
 */
import {
  type Address,
  concatHex,
  getAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  size,
  slice,
} from 'viem'
import type { OnChainSubscription, SubscriptionTerms } from './terms.ts'

type Derived = Pick<OnChainSubscription, 'terms' | 'factory' | 'chainId'>

/** Derives the address from the terms; of the service it believes only which factory makes it. */
export function deriveContractAddress({ terms, factory, chainId }: Derived): Address {
  const salt = keccak256(concatHex([numberToHex(chainId, { size: 32 }), terms.id]))
  return getCreate2Address({ from: factory, salt, bytecode: cloneCode(factory, terms) })
}

/** The contract that the factory's clones are clones of: the first that the factory has created. */
export const implementationOf = (factory: Address): Address =>
  getAddress(slice(keccak256(concatHex(['0xd694', factory, '0x01'])), 12))

/** Builds what OpenZeppelin's `cloneDeterministicWithImmutableArgs` deploys. */
function cloneCode(factory: Address, terms: SubscriptionTerms): Hex {
  const packed = packTerms(terms)
  return concatHex([
    '0x61',
    numberToHex(size(packed) + cloneBytes, { size: 2 }),
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    implementationOf(factory),
    '0x5af43d82803e903d91602b57fd5bf3',
    packed,
  ])
}

const cloneBytes = 45

/** Writes the 112 bytes of terms that stand behind a clone's code. */
function packTerms(terms: SubscriptionTerms): Hex {
  return concatHex([
    terms.token,
    terms.merchant,
    terms.payer,
    terms.operator,
    numberToHex(BigInt(terms.amount), { size: 16 }),
    numberToHex(terms.start, { size: 5 }),
    numberToHex(terms.periodDays, { size: 2 }),
    numberToHex(terms.maxPeriods, { size: 2 }),
    numberToHex(terms.graceDays, { size: 2 }),
    numberToHex(terms.activateUntil, { size: 5 }),
  ])
}
