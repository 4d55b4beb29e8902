/**
 * The setup checklist: what a merchant needs before subscriptions can be created. The dashboard shows
 * all of it; the API refuses with the names of what is missing. Payments need less: no plan, and no
 * gas, which is only needed to move the money on and can come later.
 */
import type { AssetOnChain, ChainDirectory } from '../../shared/chain-directory.ts'
import { Plan, Verification } from '../tables/actors.ts'
import { ApiKey } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import { listActiveAssets } from './assets.ts'
import { judgeGas } from './gas-readiness.ts'
import { listGasWallets } from './gas-wallets.ts'
import type { MerchantDependencies } from './merchants.ts'
import { listReceivers } from './receivers.ts'

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

type Dependencies = Pick<MerchantDependencies, 'database'> & { directory: ChainDirectory }

/**
 * Reads what a merchant has set up on a network. With `wanted`, only that asset and its chain count:
 * the setup of another asset does not help.
 */
export async function readChecklist(
  dependencies: Dependencies,
  owner: Owner,
  wanted?: AssetOnChain,
): Promise<Checklist> {
  const entities = dependencies.database.orm.em
  const [assets, wallets, receivers, keyCount, planCount, isVerified] = await Promise.all([
    findActiveAssets(dependencies, owner),
    listGasWallets(dependencies, owner),
    listReceivers(dependencies, owner),
    entities.fork().count(ApiKey, { ...owner }),
    entities.fork().count(Plan, { ...owner, status: 'Active' }),
    isBusinessVerified(dependencies, owner.merchantId),
  ])
  const usable = wanted ? assets.filter(({ asset }) => asset.code === wanted.asset.code) : assets
  const needed = new Map((wanted ? [wanted] : usable).map(({ chain }) => [chain.name, chain]))
  const gas = await judgeGas(dependencies.database, [...needed.values()], wallets)
  const hasReceiver = receivers.some(({ blockchain }) => needed.has(blockchain))
  const items: ChecklistItem[] = [
    item('ActiveAsset', usable.length > 0, 'Switch on an asset to be paid in.'),
    item('GasWalletFunds', gas.isReady, gas.advice),
    item('Receiver', hasReceiver, "Set the address that receives the money on the asset's chain."),
    item('ApiKey', keyCount > 0, 'Create an API key.'),
    item('ActivePlan', planCount > 0, 'Create a plan and activate it.'),
  ]
  if (owner.network === 'MainNet')
    items.push(item('Verification', isVerified, 'Submit the business verification.'))
  return { items, missing: items.filter(({ done }) => !done).map(({ name }) => name) }
}

const item = (name: ChecklistName, done: boolean, advice: string): ChecklistItem => ({
  name,
  done,
  advice,
})

async function findActiveAssets(dependencies: Dependencies, owner: Owner): Promise<AssetOnChain[]> {
  const codes = await listActiveAssets(dependencies, owner)
  return codes
    .map((code) => dependencies.directory.findAsset(code, owner.network))
    .filter((asset) => asset !== undefined)
}

/** Whether the business is verified; a verification counts on both networks. */
async function isBusinessVerified(
  { database }: Pick<Dependencies, 'database'>,
  merchantId: string,
): Promise<boolean> {
  const verified = { id: merchantId, merchantId, status: 'Approved' as const }
  return (await database.orm.em.fork().count(Verification, verified)) > 0
}
