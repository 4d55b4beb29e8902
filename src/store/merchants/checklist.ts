/**
 * The setup checklist: what a merchant needs before subscriptions can be created. The dashboard shows
 * all of it; the API refuses with the names of what is missing. Payments need less: no plan, and no
 * gas, which is only needed to move the money on and can come later.
 */
import type { AssetOnChain, ChainDirectory } from '../../shared/chain-directory.ts'
import type { Owner } from '../../shared/owner.ts'
import { judgeGas } from './gas-readiness.ts'
import { readSetup, type Setup } from './setup.ts'
import type { WithDatabase } from '../parts.ts'

export const checklistNames = [
  'ActiveAsset',
  'GasWalletFunds',
  'Receiver',
  'ApiKey',
  'ActivePlan',
  'Verification',
] as const
export type ChecklistName = (typeof checklistNames)[number]

type ChecklistItem = { name: ChecklistName; done: boolean; advice: string }
export type Checklist = { items: ChecklistItem[]; missing: ChecklistName[] }

type ChecklistDependencies = WithDatabase & { directory: ChainDirectory }

/** Reads what a merchant has set up on a network, and judges it. */
export async function readChecklist(
  dependencies: ChecklistDependencies,
  owner: Owner,
  wanted?: AssetOnChain,
): Promise<Checklist> {
  return toChecklist(await readSetup(dependencies.database, owner), dependencies, owner, wanted)
}

/**
 * Judges what a merchant has set up. With `wanted`, only that asset and its chain count: the setup of
 * another asset does not help.
 */
export function toChecklist(
  setup: Setup,
  { directory }: Pick<ChecklistDependencies, 'directory'>,
  { network }: Owner,
  wanted?: AssetOnChain,
): Checklist {
  const assets = setup.activeAssets
    .map((code) => directory.findAsset(code, network))
    .filter((asset) => asset !== undefined)
  const usable = wanted ? assets.filter(({ asset }) => asset.code === wanted.asset.code) : assets
  const needed = new Map((wanted ? [wanted] : usable).map(({ chain }) => [chain.name, chain]))
  const gas = judgeGas([...needed.values()], setup.wallets)
  const hasReceiver = setup.receivers.some(({ blockchain }) => needed.has(blockchain))
  const items: ChecklistItem[] = [
    item('ActiveAsset', usable.length > 0, 'Switch on an asset to be paid in.'),
    item('GasWalletFunds', gas.isReady, gas.advice),
    item('Receiver', hasReceiver, "Set the address that receives the money on the asset's chain."),
    item('ApiKey', setup.hasApiKey, 'Create an API key.'),
    item('ActivePlan', setup.hasActivePlan, 'Create a plan and activate it.'),
  ]
  if (network === 'MainNet')
    items.push(item('Verification', setup.isVerified, 'Submit the business verification.'))
  return { items, missing: items.filter(({ done }) => !done).map(({ name }) => name) }
}

const item = (name: ChecklistName, done: boolean, advice: string): ChecklistItem => ({
  name,
  done,
  advice,
})
