/** The limits of a merchant's spending on gas, chain by chain. */
import { formatUnits } from 'viem'
import { z } from 'zod'
import { parseAmount } from '../../../shared/money.ts'
import { badRequest } from '../../../shared/problems.ts'
import { findGasLimits, type GasLimits, setGasLimits } from '../../../store/merchants/gas-limits.ts'
import { computeWeiOfOne, findPriceOfGas } from '../../../store/merchants/charges-left.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { memberRoute } from '../../routing/route.ts'
import { refuseToSuspend } from './living-subscriptions.ts'
import { requireChain } from './own-chain.ts'

const path = '/dashboard/api/{network}/gas-limits'
const nativeDecimals = 18
const percentMax = 100

const Coins = z
  .string()
  .superRefine(toBeAnAmount(nativeDecimals))
  .nullable()
  .meta({ description: "In the chain's own coin; null: no limit", examples: ['0.002'] })
const GasLimitsResource = z
  .strictObject({
    blockchain: z.string(),
    perCharge: Coins,
    perDay: Coins,
    sharePercent: z
      .string()
      .superRefine(toBeAnAmount(4))
      .refine((text) => !(Number(text) > percentMax), `must be at most ${percentMax}`)
      .nullable()
      .meta({ description: 'Of what is charged; null: no limit', examples: ['2.5'] }),
  })
  .meta({ id: 'GasLimits' })

const NewGasLimits = GasLimitsResource.extend({
  confirm: z.boolean().default(false).meta({
    description: 'That a limit is meant which lets no charge pass at the present price of gas',
  }),
}).meta({ id: 'NewGasLimits' })

export const listGasLimitsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listGasLimits',
  tag: 'Setup',
  summary: 'List what the gas wallets may spend',
  answer: {
    status: 200,
    description: 'The limits on each chain of the network.',
    schema: z.strictObject({ gasLimits: z.array(GasLimitsResource) }),
  },
  async handle({ caller: { owner }, dependencies }) {
    const chains = dependencies.directory.ofNetwork(owner.network)
    const found = chains.map(({ name }) => findGasLimits(dependencies, owner, name))
    return { body: { gasLimits: (await Promise.all(found)).map(describeLimits) } }
  },
})

export const setGasLimitsRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setGasLimits',
  tag: 'Setup',
  summary: 'Limit what a gas wallet may spend',
  description:
    'What is past a limit waits. One that is less than a charge costs now needs `confirm` where ' +
    'subscriptions live on the chain.',
  body: NewGasLimits,
  answer: { status: 200, description: 'The limits as they are now.', schema: GasLimitsResource },
  problems: ['NotFound', 'WouldSuspend'],
  async handle({ body, caller: { owner }, dependencies }) {
    const { blockchain, perCharge, perDay, sharePercent } = body
    const chain = requireChain(dependencies.directory, owner, blockchain)
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
    if (!body.confirm && (await isLessThanACharge(dependencies, limits)))
      await refuseToSuspend(dependencies, owner, { blockchain }, loweringTo(body))
    await setGasLimits(dependencies, owner, limits)
    return { body: describeLimits(limits) }
  },
})

/** Whether no charge could be made now under a limit in the native coin. */
async function isLessThanACharge(
  { database }: HttpDependencies,
  { blockchain, weiPerCharge, weiPerDay }: GasLimits,
): Promise<boolean> {
  const price = await findPriceOfGas(database, blockchain)
  if (!price) return false
  return [weiPerCharge, weiPerDay].some((most) => most !== null && most < computeWeiOfOne(price))
}

const loweringTo = (body: z.output<typeof NewGasLimits>) => ({
  effect: 'The limit is less than one charge costs now, so all of their charges would wait.',
  insisting: { ...body, confirm: true },
})

const describeLimits = ({ blockchain, weiPerCharge, weiPerDay, sharePercent }: GasLimits) => ({
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
