/**
 * Has the payer's wallet allow a limit, in one of the ways that it has, and reads from the chain
 * what was allowed in the end: people lower limits in their wallets, and that is their right.
 */
import type { Hex } from 'viem'
import { approveCall } from '../calls.ts'
import { readContract, readNextBlockTime } from '../chain/read-contract.ts'
import type { ContractReading } from '../contract-reading.ts'
import { askWallet, type Signer, toSigningTrouble } from '../signing/ask-wallet.ts'
import { SigningStopped, type SigningTrouble } from '../signing/outcome.ts'
import { type PayerCall, sendCall } from '../signing/send-call.ts'
import { until, untilMined } from '../signing/until-mined.ts'
import type { OnChainSubscription } from '../terms.ts'
import { sendBatch, untilBatchMined } from './batches.ts'
import {
  type PermitDomain,
  permitMessage,
  readNonce,
  type SignedPermit,
  splitSignature,
} from './permit.ts'
import type { ApprovalStep, ApprovalWay } from './ways.ts'

export type ApprovalOutcome =
  /** `allowed` is what the chain says, before charges that were made meanwhile. */
  | { outcome: 'allowed' | 'lowered'; allowed: bigint; reading: ContractReading }
  | { outcome: 'zero'; reading: ContractReading }
  | ({ outcome: 'trouble' } & SigningTrouble)

/** Says what happens at the moment; `prompt` counts from 1. */
export type ApprovalProgress =
  | { step: 'asking'; purpose: 'permit' | 'batch' | ApprovalStep; prompt: number }
  | { step: 'relaying' }
  | { step: 'confirming'; hash: Hex | null }
  | { step: 'reading' }

/** The service does this for a permit: it relays it by the merchant's gas wallet, and says why not. */
export type PermitRelay = {
  send: (permit: SignedPermit) => Promise<{ refused: string } | null>
  /** Why the permit has come to nothing, or waits; null while it is on its way. */
  findTrouble: () => Promise<PermitTrouble | null>
}

export type PermitTrouble = Extract<SigningTrouble, { trouble: `permit${string}` }>

export type Approval = {
  subscription: OnChainSubscription
  /** The contract as it was when the payer chose. */
  reading: ContractReading
  /** Base units. */
  allowance: bigint
  relay: PermitRelay
  onProgress: (progress: ApprovalProgress) => void
}

export async function allow(
  signer: Signer,
  way: ApprovalWay,
  approval: Approval,
): Promise<ApprovalOutcome> {
  try {
    if (way.way === 'permit') return await allowByPermit(signer, way.domain, approval)
    if (way.way === 'batch') await allowByBatch(signer, way.steps, approval)
    else await allowBySteps(signer, way.steps, approval)
    approval.onProgress({ step: 'reading' })
    return toOutcome(approval, await readContract(signer.provider, approval.subscription))
  } catch (error) {
    return { outcome: 'trouble', ...toSigningTrouble(error) }
  }
}

/** The contract is the one that was checked right before, whatever was found when the ways were. */
const callOf = (
  step: ApprovalStep,
  { subscription: { terms, contractAddress }, allowance }: Approval,
): PayerCall => ({
  to: terms.token,
  data: approveCall(contractAddress, step === 'reset' ? 0n : allowance),
})

async function allowBySteps(
  signer: Signer,
  steps: readonly ApprovalStep[],
  approval: Approval,
): Promise<void> {
  const { onProgress } = approval
  for (const [index, purpose] of steps.entries()) {
    onProgress({ step: 'asking', purpose, prompt: index + 1 })
    const hash = await sendCall(signer, callOf(purpose, approval))
    onProgress({ step: 'confirming', hash })
    await untilMined(signer.provider, hash)
  }
}

async function allowByBatch(
  signer: Signer,
  steps: readonly ApprovalStep[],
  approval: Approval,
): Promise<void> {
  const { onProgress } = approval
  onProgress({ step: 'asking', purpose: 'batch', prompt: 1 })
  const calls = steps.map((step) => callOf(step, approval))
  const id = await sendBatch(signer, calls)
  onProgress({ step: 'confirming', hash: null })
  const hash = await untilBatchMined(signer.provider, id)
  if (hash) onProgress({ step: 'confirming', hash })
}

/** The service takes no permit that is good for more than an hour. */
const permitMinutes = 50

async function allowByPermit(
  signer: Signer,
  domain: PermitDomain,
  approval: Approval,
): Promise<ApprovalOutcome> {
  const { subscription, reading, allowance: value, relay, onProgress } = approval
  const nonce = await readNonce(signer.provider, subscription)
  if (nonce === null) throw new SigningStopped({ trouble: 'unsupported' })
  const now = await readNextBlockTime(signer.provider, reading.blockTime)
  const deadline = now + permitMinutes * 60
  const message = permitMessage(domain, subscription, { value, nonce, deadline })
  onProgress({ step: 'asking', purpose: 'permit', prompt: 1 })
  const answer = await askWallet(signer, 'eth_signTypedData_v4', [signer.account, message])
  const signature = splitSignature(answer)
  if (!signature) throw new SigningStopped({ trouble: 'unsupported' })
  onProgress({ step: 'relaying' })
  const refusal = await relay.send({
    value: String(value),
    deadline,
    ...signature,
  })
  if (refusal) throw new SigningStopped({ trouble: 'permitRefused', reason: refusal.refused })
  const sent = { nonce, deadline, waits: 0 }
  return until(() => findPermitted(signer, approval, sent), { trouble: 'pending', hash: null })
}

/** A permit that waits is mostly sent within a moment: only after so many looks the payer hears of it. */
const waitsMax = 5

/** The outcome once the token has taken the permit, or never will; null until then. */
async function findPermitted(
  { provider }: Signer,
  approval: Approval,
  sent: { nonce: bigint; deadline: number; waits: number },
): Promise<ApprovalOutcome | null> {
  const { subscription, relay } = approval
  // The nonce first: a permit that is taken between the two readings is seen by the second.
  const nonceNow = await readNonce(provider, subscription)
  const reading = await readContract(provider, subscription)
  if (nonceNow !== null && nonceNow > sent.nonce) {
    const outcome = toOutcome(approval, reading)
    // Another permit may have come first: what it allows counts, if it is enough for a charge.
    const covers = outcome.outcome !== 'zero' && outcome.outcome !== 'trouble'
    if (covers && outcome.allowed >= BigInt(subscription.terms.amount)) return outcome
    throw new SigningStopped({ trouble: 'permitUsed' })
  }
  if (reading.blockTime > sent.deadline) throw new SigningStopped({ trouble: 'permitExpired' })
  const trouble = await relay.findTrouble()
  sent.waits = trouble?.trouble === 'permitWaits' ? sent.waits + 1 : 0
  if (trouble && (sent.waits === 0 || sent.waits >= waitsMax)) throw new SigningStopped(trouble)
  return null
}

/** A charge may have been made since: what it took was allowed as well. */
function toOutcome(
  { subscription, reading: before, allowance }: Approval,
  reading: ContractReading,
): ApprovalOutcome {
  const chargesSince = BigInt(reading.charged - before.charged)
  const allowed = reading.allowance + chargesSince * BigInt(subscription.terms.amount)
  if (allowed >= allowance) return { outcome: 'allowed', allowed, reading }
  if (allowed === 0n) return { outcome: 'zero', reading }
  return { outcome: 'lowered', allowed, reading }
}
