/** From a plan and a request to the terms that the contract's address commits to. */
import { type Address, maxUint128 } from 'viem'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import {
  activateUntilOf,
  startYearsAheadMax,
  type SubscriptionInput,
} from '../../../machines/subscription/subscription.events.ts'
import { predictContractAddress, type Terms } from '../../shared/addresses/contract-address.ts'
import { idToBytes32 } from '../../shared/ids.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Clock } from '../../shared/clock.ts'
import { badRequest } from '../../shared/problems.ts'
import { describeNow } from '../now-words.ts'
import type { OwnersCall } from '../routing/route.ts'
import type { MerchantSetup } from './merchant-readiness.ts'

export type SubscriptionRequest = {
  planId: string
  customerId: string
  payer: Address
  startFrom: Date
  maxPeriods: number
  activation: 'automatic' | 'manual'
  metadata?: string | null | undefined
  /** The subscription whose place it takes. */
  replaces?: SubscriptionInput['replaces']
}

/** The past means now; the contract counts whole seconds. Throws where it is too far ahead. */
export function toStartMoment(wanted: Date, now: Date, clock: Clock): Date {
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + startYearsAheadMax)
  if (wanted > latest)
    throw badRequest([
      {
        path: 'startFrom',
        message: `must be at most ${startYearsAheadMax} years ahead, by ${latest.toISOString()}: you sent ${wanted.toISOString()}, and ${describeNow(clock, now)}`,
      },
    ])
  const startMs = Math.max(wanted.getTime(), now.getTime())
  return new Date(Math.floor(startMs / 1000) * 1000)
}

/** Composes the new subscription. Its id, and with it its address, comes from the request's seed. */
export function toSubscriptionInput(
  { seed, caller }: OwnersCall,
  wanted: SubscriptionRequest,
  plan: PlanInput,
  setup: MerchantSetup,
): SubscriptionInput {
  const { asset, chain, receiver, operator } = setup
  requirePayer(wanted.payer, setup)
  requireChargeable(plan)
  const startFrom = wanted.startFrom.toISOString()
  const activateUntil = activateUntilOf(startFrom)
  const terms: Terms = {
    token: asset.address,
    merchant: receiver,
    payer: wanted.payer,
    operator,
    amount: BigInt(plan.amount),
    start: wanted.startFrom.getTime() / 1000,
    periodDays: plan.periodDays,
    maxPeriods: wanted.maxPeriods,
    graceDays: plan.graceDays,
    activateUntil: Date.parse(activateUntil) / 1000,
  }
  return {
    contractAddress: predictContractAddress(chain, terms, idToBytes32(seed.id)),
    id: seed.id,
    ...caller.owner,
    planId: wanted.planId,
    customerId: wanted.customerId,
    metadata: wanted.metadata ?? null,
    blockchain: chain.name,
    asset: asset.code,
    decimals: asset.decimals,
    token: asset.address,
    receiver,
    payer: wanted.payer,
    operator,
    amount: plan.amount,
    startFrom,
    periodDays: plan.periodDays,
    maxPeriods: wanted.maxPeriods,
    graceDays: plan.graceDays,
    activateUntil,
    activation: wanted.activation,
    ...(wanted.replaces && { replaces: wanted.replaces }),
    ...(setup.withdrawalDays > 0 && { withdrawalDays: setup.withdrawalDays }),
    createdAt: seed.at.toISOString(),
  }
}

/** Refuses payers that cannot pay: who receives the money, and contracts, for which nobody has a key. */
function requirePayer(payer: Address, { asset, chain, receiver }: MerchantSetup): void {
  if (payer === receiver)
    throw badRequest([{ path: 'payer', message: 'is the address that receives the money' }])
  const contracts = [asset.address, ...asset.loggedBy, chain.factory, chain.depositFactory]
  if (!contracts.includes(payer)) return
  const message = `${payer} is a contract of the token or of this service, which never pays; send the payer's own address`
  throw badRequest([{ path: 'payer', message }])
}

/** The contract keeps the amount in 128 bits, so that all of its charges together fit into 256. */
function requireChargeable({ amount, decimals, asset }: PlanInput): void {
  if (BigInt(amount) <= maxUint128) return
  const charge = formatMoney(amount, decimals, asset)
  const most = formatMoney(maxUint128, decimals, asset)
  throw badRequest([
    { path: 'planId', message: `names a plan of ${charge}; a contract can charge at most ${most}` },
  ])
}
