/**
 * Checks what subscriptions and payments need of their merchant: an asset switched on, a receiver,
 * a gas wallet. Payments come often and need less, so less is checked for them.
 */
import type { Address } from 'viem'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'
import { type ChecklistName, toChecklist } from '../../store/merchants/checklist.ts'
import { ensureGasWallet } from '../../store/merchants/gas-wallets.ts'
import { readPaymentSetup } from '../../store/merchants/payment-setup.ts'
import { readSetup, type Setup } from '../../store/merchants/setup.ts'
import type { OwnersCall } from '../routing/route.ts'

/** An asset, its chain, and the merchant's addresses there: `operator` is the gas wallet. `withdrawalDays`: 0 for no right. */
type SetupOfAsset = AssetOnChain & { receiver: Address }
export type PaymentSetup = SetupOfAsset & { wrappedKey: string }
export type MerchantSetup = SetupOfAsset & { operator: Address; withdrawalDays: number }

/** Returns the merchant's addresses for a plan's asset; throws `MerchantNotReady`. The setup may have been read with the plan. */
export async function requireReadiness(
  { dependencies, caller: { owner } }: OwnersCall,
  plan: PlanInput,
  known?: Setup,
): Promise<MerchantSetup> {
  const wanted = dependencies.directory.asset(plan.asset, owner.network)
  if (!wanted) throw notReady(['ActiveAsset'])
  const blockchain = wanted.chain.name
  const setup = known ?? (await readSetup(dependencies.database, owner))
  const { items, missing } = toChecklist(setup, dependencies, owner, wanted)
  const isHere = (one: { blockchain: string }) => one.blockchain === blockchain
  const receiver = setup.receivers.find(isHere)?.address
  const gas = items.find(({ name, done }) => name === 'GasWalletFunds' && !done)
  if (missing.length > 0) throw notReady(missing, wanted, gas?.advice)
  if (!receiver) throw notReady(['Receiver'], wanted)
  const { address: operator } =
    setup.wallets.find(isHere) ?? (await ensureGasWallet(dependencies, owner, blockchain))
  return { ...wanted, receiver, operator, withdrawalDays: setup.withdrawalDays }
}

/** Returns where an asset's payments go, and makes sure of who moves them there; throws `MerchantNotReady`. */
export async function requireReadinessForPayments(
  { dependencies, caller: { owner } }: OwnersCall,
  wanted: AssetOnChain,
): Promise<PaymentSetup> {
  const { isAssetActive, receiver, hasGasWallet, isVerified, wrappedKey } = await readPaymentSetup(
    dependencies,
    owner,
    wanted,
  )
  const missing: ChecklistName[] = []
  if (!isAssetActive) missing.push('ActiveAsset')
  if (!receiver) missing.push('Receiver')
  if (owner.network === 'MainNet' && !isVerified) missing.push('Verification')
  if (!receiver || missing.length > 0) throw notReady(missing, wanted)
  if (!hasGasWallet) await ensureGasWallet(dependencies, owner, wanted.chain.name)
  return { ...wanted, receiver, wrappedKey }
}

/** Says for which asset and chain, where that is known: another one may well be ready. */
function notReady(missing: ChecklistName[], wanted?: AssetOnChain, advice?: string): Problem {
  const forWhat = wanted ? ` for ${wanted.asset.code} on ${wanted.chain.name}` : ''
  const sentences = [
    `The setup checklist${forWhat} is not finished: ${missing.join(', ')}.`,
    ...(advice ? [advice] : []),
    'GET /dashboard/api/{test|main}/checklist says what is left, and /docs/guides/setup by which calls.',
  ]
  return new Problem('MerchantNotReady', sentences.join(' '), { details: { missing } })
}
