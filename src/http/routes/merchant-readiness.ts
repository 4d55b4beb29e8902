/**
 * What subscriptions and payments need of their merchant: an asset switched on, a receiver, a
 * gas wallet. Payments come often and ask for less, so they look at less.
 */
import type { Address } from 'viem'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'
import { isAssetActive } from '../../store/merchants/assets.ts'
import {
  checklist,
  type ChecklistName,
  isBusinessVerified,
} from '../../store/merchants/checklist.ts'
import { ensureGasWallet } from '../../store/merchants/gas-wallets.ts'
import { findReceiver } from '../../store/merchants/receivers.ts'
import type { MerchantCall } from '../routing/route.ts'

/** An asset, its chain, and the merchant's addresses there: `operator` is the gas wallet. */
export type MerchantSetup = AssetOnChain & { receiver: Address; operator: Address }

/** Returns the merchant's addresses for a plan's asset; throws `MerchantNotReady`. */
export async function requireReadiness(
  { services, caller: { owner } }: MerchantCall,
  plan: PlanInput,
): Promise<MerchantSetup> {
  const wanted = services.directory.asset(plan.asset, owner.network)
  if (!wanted) throw notReady(['ActiveAsset'])
  const blockchain = wanted.chain.name
  const [{ missing }, receiver] = await Promise.all([
    checklist(services, owner, wanted),
    findReceiver(services, owner, blockchain),
  ])
  if (missing.length > 0) throw notReady(missing)
  if (!receiver) throw notReady(['Receiver'])
  const { address } = await ensureGasWallet(services, owner, blockchain)
  return { ...wanted, receiver, operator: address }
}

/** Returns the merchant's addresses for payments in an asset; throws `MerchantNotReady`. */
export async function requireReadinessForPayments(
  { services, caller: { owner } }: MerchantCall,
  wanted: AssetOnChain,
): Promise<MerchantSetup> {
  const blockchain = wanted.chain.name
  const [isActive, receiver, isVerified] = await Promise.all([
    isAssetActive(services, owner, wanted.asset.code),
    findReceiver(services, owner, blockchain),
    owner.network === 'TestNet' || isBusinessVerified(services, owner.merchantId),
  ])
  const missing: ChecklistName[] = []
  if (!isActive) missing.push('ActiveAsset')
  if (!receiver) missing.push('Receiver')
  if (!isVerified) missing.push('Verification')
  if (!receiver || missing.length > 0) throw notReady(missing)
  const { address } = await ensureGasWallet(services, owner, blockchain)
  return { ...wanted, receiver, operator: address }
}

function notReady(missing: ChecklistName[]): Problem {
  return new Problem(
    'MerchantNotReady',
    `The setup checklist is not finished: ${missing.join(', ')}. Finish it in the dashboard.`,
    { details: { missing } },
  )
}
