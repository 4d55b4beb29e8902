/** Describes what transactions carry to the chain: a charge, or a control of the contract. */
import type { Cause } from '../../shared/message.ts'

/**
 * `hash`: of a transaction that was in a block before. `isToFactory`: a control of a contract that is not there yet goes to
 * its factory, which makes it.
 */
export type SimulatedPassenger = { cause: Cause; hash?: string } & (
  | { control: 'freeze' | 'unfreeze' | 'cancel'; isToFactory: boolean }
  | { chargeId: string; transactionId: string }
)

export const controls: Record<string, 'freeze' | 'unfreeze' | 'cancel'> = {
  requestFreeze: 'freeze',
  requestUnfreeze: 'unfreeze',
  requestCancel: 'cancel',
}

/** The hash of a transaction by its place among all of a world. */
export const hashAt = (position: number): string => `0x${String(position).padStart(64, '0')}`
