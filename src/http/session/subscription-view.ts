/** A subscription and its charges as the customer sees them: without the merchant's own notes on them. */
import type { Address } from 'viem'
import { z } from 'zod'
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import { idToBytes32 } from '../../shared/ids.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { ChargeResource, toChargeResource } from '../../core/resources/charge.ts'
import { ChainAddress, exampleHash, Money, Time } from '../../core/resources/fields.ts'
import { PermitResource, toPermitResource } from '../../core/resources/permit.ts'
import { PlanResource, toPlanResource } from '../../core/resources/plan.ts'
import { findReasonSide } from '../../core/reasons/charge-reasons.ts'
import { ReasonSide } from '../../core/reasons/reason-fields.ts'
import { SubscriptionResource, toSubscriptionResource } from '../../core/resources/subscription.ts'
import { ChainView, TokenView, toChainView, toTokenView } from '../chain-view.ts'

const PlanOfSubscription = PlanResource.pick({
  id: true,
  name: true,
  description: true,
  status: true,
  periodSeconds: true,
  gracePeriodSeconds: true,
  tags: true,
}).meta({ id: 'PlanOfSubscription', description: 'The plan that a subscription is to.' })

const seconds = z.int().meta({ description: 'Unix seconds', examples: [1_769_860_800] })

const ContractTerms = z
  .strictObject({
    id: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/)
      .meta({ description: 'bytes32; the salt is made of it', examples: [exampleHash] }),
    token: ChainAddress,
    merchant: ChainAddress.meta({ description: 'The receiver of the money' }),
    payer: ChainAddress,
    operator: ChainAddress.meta({ description: 'May freeze and cancel, and never move money' }),
    amount: z.string().meta({ description: 'Base units', examples: ['10000000'] }),
    start: seconds,
    periodDays: z.int(),
    maxPeriods: z.int(),
    graceDays: z.int(),
    activateUntil: seconds,
  })
  .meta({
    id: 'ContractTerms',
    description: 'Everything that the contract’s address commits to, by the names of the contract.',
  })

export const OwnSubscription = SubscriptionResource.omit({ metadata: true })
  .extend({
    reasonSide: ReasonSide,
    replacesWhen: z.enum(['PaidPeriodEnd', 'Now']).nullable().meta({
      description: 'When the one of `replaces` ends: the `when` of the switch',
    }),
    statusSince: Time.nullable().meta({
      description:
        'Since when it is being paused, resumed or ended, or is paused or ended; null while it runs',
    }),
    balance: Money.meta({ description: 'What the payer had of the token when last looked at' }),
    plan: PlanOfSubscription,
    token: TokenView,
    chain: ChainView.nullable().meta({ description: 'Null while it is not served' }),
    factory: ChainAddress.nullable().meta({
      description: 'Makes the contract; null while its chain is not served',
    }),
    implementation: ChainAddress.nullable().meta({
      description: 'What the contract is a clone of',
    }),
    terms: ContractTerms,
    permit: PermitResource.nullable().meta({ description: 'The newest one that was handed in' }),
  })
  .meta({ id: 'OwnSubscription', description: 'A subscription of the customer.' })
export type OwnSubscription = z.infer<typeof OwnSubscription>

export const OwnCharge = ChargeResource.omit({ metadata: true })
  .extend({ reasonSide: ReasonSide })
  .meta({ id: 'OwnCharge', description: 'A charge of one of the customer’s subscriptions.' })

/** The view shows this beside the actor itself. `actions` are those of the session. */
type Beside = {
  plan: StoredActor<'plan'>
  permit: StoredActor<'permit'> | null
  directory: ChainDirectory
  actions: string[]
  now: Date
  statusSince: string | null
}

export function toOwnSubscription(
  actor: StoredActor<'subscription'>,
  { plan, permit, directory, actions, statusSince, now }: Beside,
): OwnSubscription {
  const subscription = withoutNotes(toSubscriptionResource(actor, now))
  const { context } = actor.snapshot
  const chain = directory.findLastKnown(context.blockchain)
  return {
    ...subscription,
    actions,
    replacesWhen: context.replaces?.when ?? null,
    statusSince,
    reasonSide: findReasonSide(subscription.reason),
    balance: formatMoney(context.balance ?? '0', context.decimals, context.asset),
    plan: toPlanOfSubscription(plan),
    token: toTokenView(
      { code: context.asset, decimals: context.decimals, address: context.token as Address },
      chain?.assets.find(({ code }) => code === context.asset),
    ),
    chain: chain && toChainView(chain),
    factory: chain?.factory ?? null,
    implementation: chain?.implementation ?? null,
    switchTimes: actions.includes('switch') ? subscription.switchTimes : [],
    terms: termsOf(context),
    permit: permit && toPermitResource(permit),
  }
}

function toPlanOfSubscription(actor: StoredActor<'plan'>): z.infer<typeof PlanOfSubscription> {
  const { id, name, description, status, periodSeconds, gracePeriodSeconds, tags } =
    toPlanResource(actor)
  return { id, name, description, status, periodSeconds, gracePeriodSeconds, tags }
}

const termsOf = (it: SubscriptionInput): z.infer<typeof ContractTerms> => ({
  id: idToBytes32(it.id),
  token: it.token,
  merchant: it.receiver,
  payer: it.payer,
  operator: it.operator,
  amount: it.amount,
  start: Date.parse(it.startFrom) / 1000,
  periodDays: it.periodDays,
  maxPeriods: it.maxPeriods,
  graceDays: it.graceDays,
  activateUntil: Date.parse(it.activateUntil) / 1000,
})

export function toOwnCharge(actor: StoredActor<'charge'>): z.infer<typeof OwnCharge> {
  const charge = withoutNotes(toChargeResource(actor))
  return { ...charge, reasonSide: findReasonSide(charge.reason) }
}

/** Leaves the merchant's own notes out. */
function withoutNotes<Resource extends { metadata?: unknown }>(
  resource: Resource,
): Omit<Resource, 'metadata'> {
  const shown = { ...resource }
  delete shown.metadata
  return shown
}
