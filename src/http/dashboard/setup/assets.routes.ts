/** The assets that a merchant takes: every token of the network's chains, switched on or off. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { listActiveAssets, setAssetActive } from '../../../store/merchants/assets.ts'
import { ChainAddress } from '../../../core/resources/fields.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { LivingSubscriptions } from '../../../store/views/subscriptions.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { refuseToSuspend } from './living-subscriptions.ts'
import { PathText } from '../../schemas/path.ts'

const path = '/dashboard/api/{network}/assets'
const CodeParams = z.object({ code: PathText.meta({ examples: ['ltUSDC'] }) })

const AssetResource = z
  .strictObject({
    code: z.string().meta({ examples: ['ltUSDC'] }),
    symbol: z.string(),
    name: z.string(),
    decimals: z.int(),
    address: ChainAddress,
    blockchain: z.string(),
    active: z.boolean().meta({ description: 'Whether the merchant takes it' }),
  })
  .meta({ id: 'Asset' })

const listAssetsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listAssets',
  right: 'read',
  tag: 'Setup',
  summary: 'List assets',
  answer: {
    description: 'Every asset of the network.',
    schema: z.strictObject({ assets: z.array(AssetResource) }),
  },
  async handle({ caller, dependencies }) {
    return { body: { assets: await describeAssets(dependencies, caller.owner) } }
  },
})

const readAssetRoute = memberRoute({
  method: 'GET',
  path: `${path}/{code}`,
  operationId: 'readAsset',
  right: 'read',
  tag: 'Setup',
  summary: 'Read one asset',
  params: CodeParams,
  answer: { description: 'The asset.', schema: AssetResource },
  async handle({ params, caller, dependencies }) {
    return { body: await describeAsset(dependencies, caller.owner, params.code) }
  },
})

const switchAssetRoute = memberRoute({
  method: 'PUT',
  path: `${path}/{code}`,
  operationId: 'switchAsset',
  right: 'money',
  tag: 'Setup',
  summary: 'Take an asset, or no longer',
  params: CodeParams,
  description:
    'An asset that living subscriptions are charged in is switched off only with `confirm`: their ' +
    'charges wait from then on, and each ends when its grace is over.',
  body: z
    .strictObject({
      active: z.boolean(),
      confirm: z.boolean().default(false).meta({
        description: 'That it is switched off although subscriptions need it',
      }),
    })
    .meta({ id: 'AssetSwitch' }),
  answer: { description: 'The asset as it is now.', schema: AssetResource },
  problems: ['NotFound', 'WouldSuspend'],
  async handle({
    params: { code },
    body: { active, confirm },
    caller: { owner },
    audit,
    dependencies,
  }) {
    const asset = await describeAsset(dependencies, owner, code)
    if (asset.active && !active && !confirm)
      await refuseToSuspend(dependencies, owner, switchingOff(code))
    await setAssetActive(dependencies, owner, code, active, audit)
    return { body: { ...asset, active } }
  },
})

const switchingOff = (code: string) => ({
  stops: ({ asset }: LivingSubscriptions) => asset === code,
  effect: `They need ${code}; to take no new ones, archive their plans instead.`,
  insisting: { active: false, confirm: true },
})

async function describeAssets(dependencies: HttpDependencies, owner: Owner) {
  const active = new Set(await listActiveAssets(dependencies, owner))
  return dependencies.directory.ofNetwork(owner.network).flatMap((chain) =>
    chain.assets.map(({ code, symbol, name, decimals, address }) => {
      const token = { code, symbol, name, decimals, address, blockchain: chain.name }
      return { ...token, active: active.has(code) }
    }),
  )
}

async function describeAsset(dependencies: HttpDependencies, owner: Owner, code: string) {
  const assets = await describeAssets(dependencies, owner)
  const found = assets.find((asset) => asset.code === code)
  if (found) return found
  throw unknownAsset(dependencies, owner, code)
}

/** Returns the problem for 404, which names the assets that there are. */
export function unknownAsset(
  { directory }: Pick<HttpDependencies, 'directory'>,
  { network }: Owner,
  code: string,
): Problem {
  const codes = directory.ofNetwork(network).flatMap(({ assets }) => assets.map((one) => one.code))
  const hint = codes.length > 0 ? `use ${codes.join(' or ')}` : 'the operator has none there yet'
  return new Problem('NotFound', `There is no asset '${code}' on the ${network}; ${hint}.`)
}

export const assetRoutes: readonly Route[] = [listAssetsRoute, readAssetRoute, switchAssetRoute]
