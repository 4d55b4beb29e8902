/** What a subscription needs of its merchant: the asset switched on, a receiver, a gas wallet. */
import type { Address } from 'viem'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'
import { checklist, type ChecklistName } from '../../store/merchants/checklist.ts'
import { ensureGasWallet } from '../../store/merchants/gas-wallets.ts'
import { findReceiver } from '../../store/merchants/receivers.ts'
import type { MerchantCall } from '../routing/route.ts'

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

function notReady(missing: ChecklistName[]): Problem {
  return new Problem(
    'MerchantNotReady',
    `The setup checklist is not finished: ${missing.join(', ')}. Finish it in the dashboard.`,
    { details: { missing } },
  )
}
