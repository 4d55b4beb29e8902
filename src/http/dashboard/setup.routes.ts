/** What a merchant sets up: assets and gas wallets; and what is left to do. */
import type { FastifyInstance } from 'fastify'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { listActiveAssets, setAssetActive } from '../../store/merchants/assets.ts'
import { readChecklist } from '../../store/merchants/checklist.ts'
import { ensureGasWallet, estimateChargesLeft } from '../../store/merchants/gas-wallets.ts'
import type { Owner } from '../../shared/owner.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse, PathText } from './parse.ts'
import { ownerOf } from './session.ts'

const nativeDecimals = 18

const CodeParams = z.object({ code: PathText })
const AssetSwitch = z.strictObject({ active: z.boolean() })

export function setupRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/assets', async (request) => ({
    assets: await describeAssets(dependencies, ownerOf(request)),
  }))

  app.get('/assets/:code', async (request) => {
    const { code } = parse(request, { params: CodeParams }).params
    return describeAsset(dependencies, ownerOf(request), code)
  })

  app.put('/assets/:code', async (request) => {
    const owner = ownerOf(request)
    const { params, body } = parse(request, { params: CodeParams, body: AssetSwitch })
    const asset = await describeAsset(dependencies, owner, params.code)
    await setAssetActive(dependencies, owner, params.code, body.active)
    return { ...asset, active: body.active }
  })

  app.get('/gas-wallets', async (request) => ({
    gasWallets: await describeGasWallets(dependencies, ownerOf(request)),
  }))

  app.get('/checklist', (request) => readChecklist(dependencies, ownerOf(request)))
}

async function describeAssets(dependencies: DashboardDependencies, owner: Owner) {
  const active = new Set(await listActiveAssets(dependencies, owner))
  return dependencies.directory.ofNetwork(owner.network).flatMap((chain) =>
    chain.assets.map(({ code, symbol, name, decimals, address }) => {
      const token = { code, symbol, name, decimals, address, blockchain: chain.name }
      return { ...token, active: active.has(code) }
    }),
  )
}

async function describeAsset(dependencies: DashboardDependencies, owner: Owner, code: string) {
  const assets = await describeAssets(dependencies, owner)
  const found = assets.find((asset) => asset.code === code)
  if (!found) throw new Problem('NotFound', `There is no asset '${code}' on this network.`)
  return found
}

/** One for each chain of the network: whoever looks for the first time has them made. */
export function describeGasWallets(dependencies: DashboardDependencies, owner: Owner) {
  const chains = dependencies.directory.ofNetwork(owner.network)
  return Promise.all(
    chains.map(async ({ name, nativeSymbol }) => {
      const wallet = await ensureGasWallet(dependencies, owner, name)
      const { blockchain, address, balance, seenAt } = wallet
      return {
        blockchain,
        address,
        balance:
          balance === null ? null : `${formatUnits(balance, nativeDecimals)} ${nativeSymbol}`,
        chargesLeft: await estimateChargesLeft(dependencies, wallet),
        seenAt,
      }
    }),
  )
}
