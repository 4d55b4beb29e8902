/**
 * Gas limits from measured ceilings, never from an estimate: the state that an estimate saw may
 * be another when the transaction is mined. What is not used is not paid.
 */

/** The dearest measured item is USDC behind its proxy, cold: 47 k a charge, 127 k an activation. */
const chargeGas = 60_000n
const activationGas = 160_000n
/** Calldata included. */
const transactionGas = 40_000n
const freezeGas = 120_000n
/** A draft is deployed first, so that it can be cancelled for good. */
const cancelGas = 300_000n

/** The most that the factory lets one item use: its `GAS_PER_CHARGE` and `GAS_PER_ACTIVATION`. */
export const gasCeilings = { charge: 250_000n, activation: 400_000n }
/** What must be left before the factory starts an item (see its `_hasGasFor`). */
const headroom = (itemGasMax: bigint) => (itemGasMax * 64n) / 63n + 20_000n

export const chargesMax = 200
export const activationsMax = 50

export const gasLimitOfCharges = (count: number): bigint =>
  transactionGas + BigInt(count) * chargeGas + headroom(gasCeilings.charge)

export const gasLimitOfActivations = (count: number): bigint =>
  transactionGas + BigInt(count) * activationGas + headroom(gasCeilings.activation)

export const gasLimitOfControl = (purpose: 'freeze' | 'unfreeze' | 'cancel'): bigint =>
  purpose === 'cancel' ? cancelGas : freezeGas
