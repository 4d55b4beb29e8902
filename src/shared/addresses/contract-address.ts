/**
 * The address of a subscription's contract, known before anything is deployed: the CREATE2 address of
 * an EIP-1167 clone whose code carries the terms. The factory's `predict` on chain is the authority; a
 * test holds the two equal.
 */
import { type Address, type Hex, numberToHex, size } from 'viem'
import { addressBytes, create2Address, keccak, sized, toBytes, wordBytes } from './keccak.ts'

/** The immutable terms, in the contract's order. Amounts are base units, moments Unix seconds. */
export type Terms = {
  token: Address
  merchant: Address
  payer: Address
  operator: Address
  amount: bigint
  start: number
  periodDays: number
  maxPeriods: number
  graceDays: number
  /** The last moment of the first charge. */
  activateUntil: number
}

export function predictContractAddress(
  deployment: { factory: Address; implementation: Address; chainId: number },
  terms: Terms,
  id: Hex,
): Address {
  // The factory encodes two words like this.
  const salt = keccak(
    toBytes(numberToHex(deployment.chainId, { size: wordBytes }), sized(id, wordBytes)),
  )
  const code = cloneInitCode(deployment.implementation, packTerms(terms))
  return create2Address(deployment.factory, salt, keccak(toBytes(...code)))
}

/** @throws where a term does not fit into its field: neighbours could take each other's bytes */
function packTerms(terms: Terms): Hex[] {
  const { token, merchant, payer, operator } = terms
  return [
    ...[token, merchant, payer, operator].map((address) => sized(address, addressBytes)),
    numberToHex(terms.amount, { size: 16 }),
    numberToHex(terms.start, { size: 5 }),
    numberToHex(terms.periodDays, { size: 2 }),
    numberToHex(terms.maxPeriods, { size: 2 }),
    numberToHex(terms.graceDays, { size: 2 }),
    numberToHex(terms.activateUntil, { size: 5 }),
  ]
}

/**
 * Builds the init code of OpenZeppelin's `cloneDeterministicWithImmutableArgs`: a minimal proxy
 * followed by its arguments.
 */
function cloneInitCode(implementation: Address, args: Hex[]): Hex[] {
  const argsBytes = args.reduce((sum, arg) => sum + size(arg), 0)
  return [
    '0x61',
    numberToHex(argsBytes + 0x2d, { size: 2 }),
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    ...args,
  ]
}
