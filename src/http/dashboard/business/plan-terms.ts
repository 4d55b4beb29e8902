/** The dashboard's plan form, and the terms of a plan that are made of it. */
import { maxUint128 } from 'viem'
import { z } from 'zod'
import { toPlainLine } from '../../../../web/input/item-name.ts'
import { PlanTerms } from '../../../../machines/plan/plan.events.ts'
import type { ChainDirectory } from '../../../shared/chain-directory.ts'
import { formatAmount, parseAmount } from '../../../shared/money.ts'
import type { Network } from '../../../shared/network.ts'
import { showValue } from '../../requests/shown-value.ts'
import { badRequest } from '../../../shared/problems.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'

const { name, description, periodDays, graceDays, tags } = PlanTerms.shape
const defaultGraceDaysMax = 3
/** No token has more. */
const decimalsMax = 36

const described = {
  name: name
    .refine((text) => toPlainLine(text) !== null, 'must have something that can be seen')
    .meta({ description: 'Shown to the payer', examples: ['Gold'] }),
  asset: z
    .string()
    .meta({ description: 'The code of an asset that you take', examples: ['ltUSDC'] }),
  // How many decimals the asset has is asked afterwards; what is no amount at all is named with the other faults.
  amount: z
    .string()
    .superRefine((text, context) => {
      const parsed = parseAmount(text, decimalsMax)
      if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.message })
    })
    .meta({
      description: 'What one period costs: a plain decimal as a text, without the code',
      examples: ['9.99'],
    }),
  periodDays: periodDays.meta({ description: 'Days from one charge to the next', examples: [31] }),
}

export const NewPlan = z.strictObject({
  ...described,
  description: description.default('').meta({ description: 'Shown to the payer' }),
  graceDays: graceDays.optional().meta({
    description:
      'How many days a charge may be late; shorter than the period. By default 3, or a third of ' +
      'the period where that is less; a plan of one day has to say 0. With 0 it may still be a quarter of the period late, at most ' +
      'a day, after which the subscription ends: one weekend without gas may cost every subscriber',
  }),
  tags: tags.default([]),
})
export type NewPlan = z.output<typeof NewPlan>

/** A field that is left out keeps its value. */
export const PlanChange = z
  .strictObject({
    ...described,
    description,
    graceDays,
    tags,
  })
  .partial()

/** Turns the form into terms in base units; throws `BadRequest` for what cannot be charged. */
export function toTerms(form: NewPlan, directory: ChainDirectory, network: Network): PlanTerms {
  const { asset: code, amount, ...rest } = form
  const { periodDays, graceDays = toDefaultGraceDays(periodDays) } = form
  if (graceDays >= periodDays)
    throw badRequest([{ path: 'graceDays', message: 'must be shorter than the period' }])
  const found = directory.asset(code, network)
  if (!found) throw badRequest([{ path: 'asset', message: noAsset(code, directory, network) }])
  const { decimals } = found.asset
  const parsed = parseAmount(amount, decimals)
  if (!parsed.ok) throw badRequest([{ path: 'amount', message: parsed.message }])
  if (parsed.baseUnits > maxUint128)
    throw badRequest([{ path: 'amount', message: tooMuch(amount, decimals) }])
  const blockchain = found.chain.name
  const money = { asset: code, decimals, blockchain, amount: String(parsed.baseUnits) }
  return { ...rest, graceDays, ...money }
}

/**
 * Returns the grace of a plan that names none: three days, or a third of the period where that is less, but
 * a day where the period leaves room for one. A grace of nothing is only ever asked for.
 *
 * @throws `BadRequest` for a period that leaves room for nothing else
 */
function toDefaultGraceDays(periodDays: number): number {
  if (periodDays === 1) throw badRequest([{ path: 'graceDays', message: noGraceOfADay }])
  const third = Math.max(1, Math.floor(periodDays / 3))
  return Math.min(defaultGraceDaysMax, third, periodDays - 1)
}

const noGraceOfADay =
  'must be shorter than the period, which for a period of 1 day leaves 0 alone; send "graceDays": 0 if a charge may be no more than 6 hours late, or make the period longer'

function noAsset(code: string, directory: ChainDirectory, network: Network): string {
  const known = directory.ofNetwork(network).flatMap(({ assets }) => assets.map((it) => it.code))
  return `${showValue(code)} is not an asset of the ${network}; use ${known.join(' or ')}`
}

/** A contract keeps its amount in 128 bits. */
const tooMuch = (amount: string, decimals: number) =>
  `'${amount}' is more than a contract can charge, ${formatAmount(maxUint128, decimals)}`

/** The form as it would be filled in to get the plan that exists. */
export function toForm(plan: StoredActor<'plan'>): NewPlan {
  const { decimals, amount, ...terms } = plan.snapshot.context
  const { name, description, asset, periodDays, graceDays, tags } = terms
  const decimal = formatAmount(amount, decimals)
  return { name, description, asset, amount: decimal, periodDays, graceDays, tags }
}
