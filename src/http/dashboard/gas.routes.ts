/** What a merchant lets the gas wallets spend, chain by chain. */
import type { FastifyInstance } from 'fastify'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { parseAmount } from '../../shared/money.ts'
import { badRequest, Problem } from '../../shared/problems.ts'
import { findGasLimits, type GasLimits, setGasLimits } from '../../store/merchants/gas-limits.ts'
import type { Owner } from '../../shared/owner.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { ownerOf } from './session.ts'

const nativeDecimals = 18
const percentMax = 100

/** Native coins; null: no limit. */
const Coins = z.string().superRefine(toBeAnAmount(nativeDecimals)).nullable()
const GasLimitsBody = z.strictObject({
  blockchain: z.string(),
  perCharge: Coins,
  perDay: Coins,
  sharePercent: z
    .string()
    .superRefine(toBeAnAmount(4))
    .refine((text) => !(Number(text) > percentMax), `must be at most ${percentMax}`)
    .nullable(),
})

export function gasRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/gas-limits', async (request) => {
    const owner = ownerOf(request)
    const chains = dependencies.directory.ofNetwork(owner.network)
    const found = chains.map(({ name }) => findGasLimits(dependencies, owner, name))
    return { gasLimits: (await Promise.all(found)).map(describe) }
  })

  app.put('/gas-limits', async (request) => {
    const owner = ownerOf(request)
    const { blockchain, perCharge, perDay, sharePercent } = parse(request, {
      body: GasLimitsBody,
    }).body
    const chain = requireChain(dependencies, owner, blockchain)
    if (sharePercent !== null && chain.assets.every(({ nativePrice }) => nativePrice === null))
      throw badRequest([
        {
          path: 'sharePercent',
          message: `cannot be kept: the operator has not said what ${chain.nativeSymbol} is worth (nativePrice); set perCharge`,
        },
      ])
    const limits = {
      blockchain,
      weiPerCharge: toWei(perCharge),
      weiPerDay: toWei(perDay),
      sharePercent,
    }
    await setGasLimits(dependencies, owner, limits)
    return describe(limits)
  })
}

function requireChain({ directory }: DashboardDependencies, { network }: Owner, name: string) {
  const chain = directory.chain(name)
  if (chain?.network === network) return chain
  throw new Problem('NotFound', `There is no blockchain '${name}' on this network.`)
}

const describe = ({ blockchain, weiPerCharge, weiPerDay, sharePercent }: GasLimits) => ({
  blockchain,
  perCharge: toCoins(weiPerCharge),
  perDay: toCoins(weiPerDay),
  sharePercent: sharePercent === null ? null : String(Number(sharePercent)),
})

const toCoins = (wei: bigint | null) => (wei === null ? null : formatUnits(wei, nativeDecimals))

function toWei(coins: string | null): bigint | null {
  const parsed = coins === null ? null : parseAmount(coins, nativeDecimals)
  return parsed?.ok ? parsed.baseUnits : null
}

function toBeAnAmount(decimals: number) {
  return (text: string, context: z.RefinementCtx) => {
    const parsed = parseAmount(text, decimals)
    if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.message })
  }
}
