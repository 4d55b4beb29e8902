/**
 * Translates the selector of a Solidity error into the reason why a contract refuses. `NotDue`
 * is no failure: the chain's clock is behind, or somebody else was faster.
 */
import { type Hex, toFunctionSelector } from 'viem'
import type { ReasonName } from '../../machines/reasons.ts'

export type Refusal =
  | 'NotDue'
  | 'NotTried'
  | 'TransferFailed'
  | 'NoBalance'
  | 'Paused'
  | 'NotPaused'
  | 'NotStarted'
  | 'NotAllowed'
  | 'Cancelled'
  | 'Finished'
  | 'GraceExpired'
  | 'DraftExpired'
  | 'OnlyPayerMayResume'
  | 'ChainReverted'

/** The reason that people read. What only a preview says, or nobody asked for, is no reason of its own. */
export const toReason = (refusal: Refusal): ReasonName =>
  refusal === 'NotDue' || refusal === 'NotTried' ? 'ChainReverted' : refusal

const refusals = new Map<Hex, Refusal>(
  Object.entries({
    'NotDue(uint40)': 'NotDue',
    'NotTried()': 'NotTried',
    'TransferFailed(address)': 'TransferFailed',
    'NoBalance(address)': 'NoBalance',
    'IsFrozen(uint8)': 'Paused',
    'IsNotFrozen()': 'NotPaused',
    'NeverCharged()': 'NotStarted',
    'NotAllowed(address)': 'NotAllowed',
    'IsCancelled()': 'Cancelled',
    'AllPeriodsCharged(uint16)': 'Finished',
    'Lapsed(uint40)': 'GraceExpired',
    'DraftExpired(uint40)': 'DraftExpired',
    'FreezeOutlivedGrace(uint40)': 'OnlyPayerMayResume',
  } satisfies Record<string, Refusal>).map(([error, refusal]) => [
    toFunctionSelector(error),
    refusal,
  ]),
)

/** Finds the refusal behind a Solidity error's first four bytes; `ChainReverted` where they are unknown. */
export function refusalOf(revertBytes: Hex): Refusal {
  return refusals.get(revertBytes.slice(0, 10) as Hex) ?? 'ChainReverted'
}
