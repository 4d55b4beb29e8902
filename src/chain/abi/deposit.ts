// Generated from contracts/src/Deposit.sol by scripts/compile-contracts.ts. Do not edit.

/** The hash of the code on chain, with zeros for the immutable values. */
// oxfmt-ignore
export const depositCodeHash = '0x37362174c625906433b7b376305acce3a44a649251444fab7c341da5aeb3a321'
/** The bytes of the code at which each of these values begins. */
// oxfmt-ignore
export const depositImmutablesAt = [126, 329] as const
