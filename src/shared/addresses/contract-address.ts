/**
 * The address of a subscription's contract, known before anything is deployed: the CREATE2 address of
 * an EIP-1167 clone whose code carries the terms. The factory's `predict` on chain is the authority; a
 * test holds the two equal.
 */
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodePacked,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  size,
} from 'viem'

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
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bytes32' }],
      [BigInt(deployment.chainId), id],
    ),
  )
  const bytecode = cloneInitCode(deployment.implementation, packTerms(terms))
  return getCreate2Address({ from: deployment.factory, salt, bytecode })
}

function packTerms(terms: Terms): Hex {
  return encodePacked(
    [
      'address',
      'address',
      'address',
      'address',
      'uint128',
      'uint40',
      'uint16',
      'uint16',
      'uint16',
      'uint40',
    ],
    [
      terms.token,
      terms.merchant,
      terms.payer,
      terms.operator,
      terms.amount,
      terms.start,
      terms.periodDays,
      terms.maxPeriods,
      terms.graceDays,
      terms.activateUntil,
    ],
  )
}

/**
 * Builds the init code of OpenZeppelin's `cloneDeterministicWithImmutableArgs`: a minimal proxy
 * followed by its arguments.
 */
function cloneInitCode(implementation: Address, args: Hex): Hex {
  const runtimeSize = numberToHex(size(args) + 0x2d, { size: 2 })
  return concatHex([
    '0x61',
    runtimeSize,
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    args,
  ])
}
