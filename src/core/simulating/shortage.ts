/** Tells what a subscription knows of its payer's money, and what is missing where the token refused a charge. */
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import type { World } from './world.ts'

/** The contract says only that the token refused; what is missing is read, and what was known of it before. */
export function shortageOf({ contract, subscription }: World, refusal: string): string {
  const { allowance, isAllowanceRevoked } = requireKind(subscription.actor, 'subscription').snapshot
    .context
  const isTakenBack = contract.allowance === 0n && (isAllowanceRevoked || allowance !== '0')
  return refusal === 'InsufficientAllowance' && isTakenBack ? 'AllowanceRevoked' : refusal
}

/** Whether it has heard what its payer allows and has now. */
export function knowsFunds({ contract, subscription }: World): boolean {
  const { allowance, balance } = requireKind(subscription.actor, 'subscription').snapshot.context
  return allowance === String(contract.allowance) && balance === String(contract.balance)
}

/** Whether a charge has heard that it is held back for this reason. */
export const knowsReason = (actor: StoredActor, reason: string): boolean =>
  actor.kind === 'charge' && actor.phase === 'HeldBack' && actor.snapshot.context.reason === reason

/** Whether a charge still waits for its transaction; what it had asked for is forgotten where it does not. */
export const waitsToBeSent = ({ status, phase }: StoredActor): boolean =>
  ['Pending', 'Retrying'].includes(status) && ['Requested', 'HeldBack'].includes(phase)
