/** The dashboard's plan form, and the terms of a plan that are made of it. */
import { maxUint128 } from 'viem'
import { z } from 'zod'
import { PlanTerms } from '../../../../machines/plan/plan.events.ts'
import type { ChainDirectory } from '../../../shared/chain-directory.ts'
import { formatAmount, parseAmount } from '../../../shared/money.ts'
import type { Network } from '../../../shared/network.ts'
import { badRequest } from '../../../shared/problems.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'

const { name, description, periodDays, graceDays, tags } = PlanTerms.shape

export const NewPlan = z.strictObject({
  name,
  description: description.default(''),
  asset: z.string(),
  /** A plain decimal: `9.99`. */
  amount: z.string(),
  periodDays,
  graceDays: graceDays.default(0),
  tags: tags.default([]),
})
export type NewPlan = z.output<typeof NewPlan>

/** A field that is left out keeps its value. */
export const PlanChange = z
  .strictObject({
    name,
    description,
    asset: z.string(),
    amount: z.string(),
    periodDays,
    graceDays,
    tags,
  })
  .partial()

/** Turns the form into terms in base units; throws `BadRequest` for what cannot be charged. */
export function toTerms(form: NewPlan, directory: ChainDirectory, network: Network): PlanTerms {
  const { asset: code, amount, ...rest } = form
  if (form.graceDays >= form.periodDays)
    throw badRequest([{ path: 'graceDays', message: 'must be shorter than the period' }])
  const found = directory.asset(code, network)
  if (!found)
    throw badRequest([{ path: 'asset', message: `'${code}' is not an asset of this network` }])
  const { decimals } = found.asset
  const parsed = parseAmount(amount, decimals)
  if (!parsed.ok) throw badRequest([{ path: 'amount', message: parsed.message }])
  if (parsed.baseUnits > maxUint128)
    throw badRequest([{ path: 'amount', message: tooMuch(amount, decimals) }])
  const blockchain = found.chain.name
  return { ...rest, asset: code, decimals, blockchain, amount: String(parsed.baseUnits) }
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
