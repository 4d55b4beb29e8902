// Generated from contracts/src/Deposit.sol by scripts/compile-contracts.ts. Do not edit.

// oxfmt-ignore
export const depositAbi = [
  { type: 'constructor', stateMutability: 'nonpayable', inputs: [{ name: 'factory_', type: 'address' }] },
  { type: 'error', name: 'NotFactory', inputs: [{ name: 'caller', type: 'address' }] },
  { type: 'function', name: 'factory', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'address' }] },
  { type: 'function', name: 'pay', stateMutability: 'nonpayable', inputs: [{ name: 'token', type: 'address' }, { name: 'receiver', type: 'address' }, { name: 'amount', type: 'uint256' }], outputs: [{ name: 'paid', type: 'bool' }] },
  { type: 'receive', stateMutability: 'payable' },
] as const

/** Of the code on chain, with zeros for the immutable values. */
// oxfmt-ignore
export const depositCodeHash = '0x37362174c625906433b7b376305acce3a44a649251444fab7c341da5aeb3a321'
/** The bytes of the code at which each of these values begins. */
// oxfmt-ignore
export const depositImmutablesAt = [126, 329] as const
