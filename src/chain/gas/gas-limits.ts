/**
 * Computes gas limits from measured ceilings, never from an estimate: the state may have changed between an estimate
 * and the block that mines the transaction. Unused gas is not paid.
 */

/** The dearest measured item is USDC behind its proxy, cold: 47 k a charge, 127 k an activation. */
const chargeGas = 60_000n
const activationGas = 160_000n
/** 58 k with OpenZeppelin's token, before the emptied balance gives gas back; USDC's proxy costs 23 k more. */
const sweepGas = 95_000n
/** Calldata included. */
const transactionGas = 40_000n
const freezeGas = 120_000n
/** A draft is deployed first, so that it can be cancelled for good. */
const cancelGas = 300_000n

/** 75 k with OpenZeppelin's token and with USDC's proxy, before a contract wallet checks the signature. */
export const gasOfPermit = 100_000n
/** A contract wallet may use the rest. */
export const gasLimitOfPermit = 250_000n

/** The most that a factory lets one item use: its `GAS_PER_CHARGE`, `GAS_PER_ACTIVATION`, `GAS_PER_SWEEP`. */
export const gasCeilings = { charge: 250_000n, activation: 400_000n, sweep: 300_000n }
/** The gas that must be left before a factory starts an item (see `_hasGasFor` of its `Batch`). */
const headroom = (itemGasMax: bigint) => (itemGasMax * 64n) / 63n + 20_000n

export const chargesMax = 200
export const activationsMax = 50
export const sweepsMax = 100

/** Counts how many items, at most `countMax`, fit into one transaction of the chain; one always does. */
export function countFittingItems(
  countMax: number,
  gasLimitFor: (count: number) => bigint,
  gasPerTransactionMax: number,
): number {
  let count = countMax
  while (count > 1 && gasLimitFor(count) > BigInt(gasPerTransactionMax)) count--
  return count
}

export const gasLimitOfCharges = (count: number): bigint =>
  transactionGas + BigInt(count) * chargeGas + headroom(gasCeilings.charge)

export const gasLimitOfActivations = (count: number): bigint =>
  transactionGas + BigInt(count) * activationGas + headroom(gasCeilings.activation)

/** Computes the gas limit for deposits of one receiver in one token, each swept for the first time. */
export const gasLimitOfSweeps = (count: number): bigint =>
  transactionGas + BigInt(count) * sweepGas + headroom(gasCeilings.sweep)

/** Computes the gas of a charge that is alone in its transaction. */
export const gasOfOneCharge = (isInitial: boolean): bigint =>
  transactionGas + (isInitial ? activationGas : chargeGas)

export const gasLimitOfControl = (purpose: 'freeze' | 'unfreeze' | 'cancel'): bigint =>
  purpose === 'cancel' ? cancelGas : freezeGas
