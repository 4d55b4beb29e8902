/**
 * The ways to allow a limit that this wallet and this token have, the best one first: a permit (one
 * signature, no gas), a batch (one confirmation), or plain transactions, with the reset that some
 * tokens ask for. How many prompts each has is known before the first.
 */
import type { ContractReading } from '../contract-reading.ts'
import type { Signer } from '../signing/ask-wallet.ts'
import type { OnChainSubscription } from '../terms.ts'
import { readBatchSupport } from './batches.ts'
import { findPermitDomain, type PermitDomain } from './permit.ts'

/** A transaction of the approval does this; a token that asks for it is reset to zero first. */
export type ApprovalStep = 'reset' | 'allow'

export type ApprovalWay = { prompts: number } & (
  | { way: 'permit'; domain: PermitDomain }
  /** `upgrades`: the wallet will ask to turn the account into a smart account first. */
  | { way: 'batch'; steps: readonly ApprovalStep[]; upgrades: boolean }
  | { way: 'approve'; steps: readonly ApprovalStep[] }
)

export type ApprovedToken = {
  /** It refuses to change an allowance that is not zero, as USDT does. */
  resetAllowance: boolean
  /** Whether the operator says that it takes permits; null where nobody said so. */
  permit: boolean | null
}

/**
 * Tries out, without a prompt, what the wallet can do; there is always the plain way, also where the wallet answers nothing. A permit never lowers:
 * the service sends none that would, so the payer would sign in vain.
 */
export async function findApprovalWays(
  signer: Signer,
  subscription: OnChainSubscription,
  token: ApprovedToken,
  reading: ContractReading,
  allowance: bigint,
): Promise<ApprovalWay[]> {
  const takesPermit = token.permit === true && allowance >= reading.allowance
  const [domain, support] = await Promise.all([
    takesPermit ? findPermitDomain(signer.provider, subscription).catch(() => null) : null,
    readBatchSupport(signer),
  ])
  const steps = stepsTo(allowance, token, reading)
  const ways: ApprovalWay[] = []
  if (domain) ways.push({ way: 'permit', domain, prompts: 1 })
  // An upgrade of the account is worth it only where it saves a confirmation.
  if (support === 'supported' || (support === 'ready' && steps.length > 1))
    ways.push({ way: 'batch', steps, upgrades: support === 'ready', prompts: 1 })
  return [...ways, { way: 'approve', steps, prompts: steps.length }]
}

function stepsTo(
  allowance: bigint,
  { resetAllowance }: ApprovedToken,
  reading: ContractReading,
): ApprovalStep[] {
  const mustReset = resetAllowance && reading.allowance > 0n && allowance > 0n
  return mustReset ? ['reset', 'allow'] : ['allow']
}
