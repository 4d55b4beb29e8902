/**
 * What a subscription and a payment need of their merchant. A payment asks for less: money
 * can come while the gas wallet is empty, and is moved on later.
 */
import type { Address } from 'viem'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'
import {
  checklist,
  type ChecklistName,
  neededForPayments,
} from '../../store/merchants/checklist.ts'
import { ensureGasWallet } from '../../store/merchants/gas-wallets.ts'
import { findReceiver } from '../../store/merchants/receivers.ts'
import type { MerchantCall } from '../routing/route.ts'

/** An asset, its chain, and the merchant's addresses there: `operator` is the gas wallet. */
export type MerchantSetup = AssetOnChain & { receiver: Address; operator: Address }

/** Returns the merchant's addresses for a plan's asset; throws `MerchantNotReady`. */
export async function requireReadiness(
  call: MerchantCall,
  plan: PlanInput,
): Promise<MerchantSetup> {
  const wanted = call.services.directory.asset(plan.asset, call.caller.owner.network)
  if (!wanted) throw notReady(['ActiveAsset'])
  return requireSetup(call, wanted, () => true)
}

/** Returns the merchant's addresses for payments in this asset; throws `MerchantNotReady`. */
export const requireReadinessForPayments = (
  call: MerchantCall,
  wanted: AssetOnChain,
): Promise<MerchantSetup> => requireSetup(call, wanted, (name) => neededForPayments.includes(name))

async function requireSetup(
  { services, caller: { owner } }: MerchantCall,
  wanted: AssetOnChain,
  isNeeded: (name: ChecklistName) => boolean,
): Promise<MerchantSetup> {
  const blockchain = wanted.chain.name
  const [setup, receiver] = await Promise.all([
    checklist(services, owner, wanted),
    findReceiver(services, owner, blockchain),
  ])
  const missing = setup.missing.filter(isNeeded)
  if (missing.length > 0) throw notReady(missing)
  if (!receiver) throw notReady(['Receiver'])
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
