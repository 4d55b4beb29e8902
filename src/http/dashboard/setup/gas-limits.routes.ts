/** The limits of a merchant's spending on gas, chain by chain. */
import { z } from 'zod'
import type { DeployedChain } from '../../../shared/chain-directory.ts'
import { formatAmount, formatCoins, nativeDecimals, parseAmount } from '../../../shared/money.ts'
import { badRequest } from '../../../shared/problems.ts'
import {
  computeMostForCharge,
  findGasLimits,
  type GasLimits,
  setGasLimits,
} from '../../../store/merchants/gas-limits.ts'
import {
  computeWeiFor,
  computeWeiOfLone,
  findPriceOfGas,
  type PriceOfGas,
} from '../../../store/merchants/charges-left.ts'
import type { LivingSubscriptions } from '../../../store/views/subscriptions.ts'
import { memberRoute } from '../../routing/route.ts'
import { refuseToSuspend } from './living-subscriptions.ts'
import { requireChain } from './own-chain.ts'

const path = '/dashboard/api/{network}/gas-limits'
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
      .meta({ description: 'A part of what is charged; null: no limit', examples: ['2.5'] }),
    relaysPermits: z.boolean().meta({
      description: 'Whether the gas wallet sends the permits that payers sign',
    }),
  })
  .meta({ id: 'GasLimits' })

const NewGasLimits = GasLimitsResource.extend({
  relaysPermits: GasLimitsResource.shape.relaysPermits.default(true),
  confirm: z.boolean().default(false).meta({
    description: 'That a limit is meant which lets no charge pass at the present price of gas',
  }),
}).meta({ id: 'NewGasLimits' })

export const listGasLimitsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listGasLimits',
  right: 'read',
  tag: 'Setup',
  summary: 'List what the gas wallets may spend',
  answer: {
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
  right: 'money',
  tag: 'Setup',
  summary: 'Limit what a gas wallet may spend',
  description:
    'What is past a limit waits. One that is less than a charge may cost now needs `confirm` where it ' +
    'would stop living subscriptions.',
  body: NewGasLimits,
  answer: { description: 'The limits as they are now.', schema: GasLimitsResource },
  problems: ['NotFound', 'WouldSuspend'],
  async handle({ body, caller: { owner }, audit, dependencies }) {
    const { blockchain, perCharge, perDay, sharePercent, relaysPermits } = body
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
      relaysPermits,
    }
    const price = await findPriceOfGas(dependencies.database, blockchain)
    if (!body.confirm && price)
      for (const stop of stopsOf(limits, chain, price))
        await refuseToSuspend(dependencies, owner, {
          ...stop,
          insisting: { ...body, confirm: true },
        })
    await setGasLimits(dependencies, owner, limits, audit)
    return { body: describeLimits(limits) }
  },
})

/** The ways in which limits stop charges at this price: the day's, which takes a whole transaction at its worst, and those for one. */
function stopsOf(
  limits: GasLimits,
  { name, nativeSymbol, assets }: DeployedChain,
  price: PriceOfGas,
) {
  const ofOne = computeWeiOfLone(price)
  const ofTransaction = computeWeiFor(1, price)
  const mayCost = (wei: bigint) => `may cost ${formatCoins(wei, nativeSymbol)} at the price of now`
  const isHere = ({ blockchain }: LivingSubscriptions) => blockchain === name
  return [
    {
      stops: (living: LivingSubscriptions) =>
        isHere(living) && limits.weiPerDay !== null && limits.weiPerDay < ofTransaction,
      effect: `A transaction of one charge ${mayCost(ofTransaction)}, with the gas that it asks for and gets back: more than perDay.`,
    },
    {
      stops: (living: LivingSubscriptions) =>
        isHere(living) && (computeMostForCharge(living, assets, limits) ?? ofOne) < ofOne,
      effect: `A charge ${mayCost(ofOne)}: more than perCharge or sharePercent allows.`,
    },
  ]
}

const describeLimits = ({
  blockchain,
  weiPerCharge,
  weiPerDay,
  sharePercent,
  relaysPermits,
}: GasLimits) => ({
  blockchain,
  perCharge: toCoins(weiPerCharge),
  perDay: toCoins(weiPerDay),
  sharePercent: sharePercent === null ? null : String(Number(sharePercent)),
  relaysPermits,
})

const toCoins = (wei: bigint | null) => (wei === null ? null : formatAmount(wei, nativeDecimals))

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
