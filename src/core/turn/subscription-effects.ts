/**
 * The effects of a subscription: requests to the chain about its contract, messages to its charges
 * by their number.
 */
import type { ChargeInput, ConfirmedCharge } from '../../../machines/charge/charge.events.ts'
import type {
  OpenCharge,
  SubscriptionContext,
} from '../../../machines/subscription/subscription.context.ts'
import { derivedId } from '../../shared/ids.ts'
import type { MessageEvent } from '../../shared/message.ts'
import type { Effect, OutboxEntry } from './consequences.ts'
import { createChainEntry } from './consequences.ts'

export function subscriptionEffect(
  context: SubscriptionContext,
  { name, params }: Effect,
): OutboxEntry[] {
  switch (name) {
    case 'checkFunds':
    case 'requestFreeze':
    case 'requestUnfreeze':
    case 'requestCancel':
      return [createChainEntry(context, name, { contractAddress: context.contractAddress })]
    case 'createCharge':
      return [
        createCharge(context, params as { charge: OpenCharge; settlement: ConfirmedCharge | null }),
      ]
    case 'confirmCharge': {
      const { number, transactionHash, chargedAt } = params as { number: number } & ConfirmedCharge
      return toCharge(context, number, { type: 'charge.confirm', transactionHash, chargedAt })
    }
    case 'retryCharge':
      return toOpenCharge(context, params, { type: 'charge.fundsArrived' })
    case 'reopenCharge':
      return toOpenCharge(context, params, { type: 'charge.reorged' })
    case 'resumeCharge': {
      const { dueAt, graceUntil } = params
      return toOpenCharge(context, params, { type: 'charge.resume', dueAt, graceUntil })
    }
    case 'reportApproval': {
      const { when, until } = params
      const { contractAddress } = context
      return toOther(params, { type: 'successor.approved', contractAddress, when, until })
    }
    case 'reportNotBegun':
      return toOther(params, {
        type: 'successor.ended',
        contractAddress: context.contractAddress,
      })
    case 'reportEnd':
      return toOther(params, { type: 'predecessor.ended', paidUntil: params['paidUntil'] })
    case 'reportStays':
      return toOther(params, { type: 'predecessor.stays' })
    case 'cancelCharge':
      return toOpenCharge(context, params, { type: 'charge.cancel', reason: params['reason'] })
    default:
      throw new Error(`the effect ${name} of a subscription has no outbox entry`)
  }
}

/** Derives the id of a subscription's charge before it exists; later charges sort later. */
function chargeId(context: SubscriptionContext, number: number): string {
  const at = new Date(Date.parse(context.createdAt) + number)
  return derivedId(at, `${context.contractAddress}/${number}`)
}

const toCharge = (
  context: SubscriptionContext,
  number: number,
  event: MessageEvent,
): OutboxEntry[] => [
  { channel: 'actor', kind: 'charge', entityId: chargeId(context, number), event },
]

/** Makes no message where no charge was open when the effect was asked for. */
const toOpenCharge = (
  context: SubscriptionContext,
  { number }: Effect['params'],
  event: MessageEvent,
): OutboxEntry[] => (typeof number === 'number' ? toCharge(context, number, event) : [])

/** Makes no message where there is no other subscription, as for most that end. */
const toOther = ({ contractAddress }: Effect['params'], event: MessageEvent): OutboxEntry[] =>
  typeof contractAddress === 'string'
    ? [{ channel: 'actor', kind: 'subscription', entityId: contractAddress, event }]
    : []

function createCharge(
  context: SubscriptionContext,
  { charge, settlement }: { charge: OpenCharge; settlement: ConfirmedCharge | null },
): OutboxEntry {
  const id = chargeId(context, charge.number)
  const input: ChargeInput = {
    id,
    merchantId: context.merchantId,
    network: context.network,
    contractAddress: context.contractAddress,
    customerId: context.customerId,
    metadata: context.metadata,
    blockchain: context.blockchain,
    asset: context.asset,
    decimals: context.decimals,
    amount: context.amount,
    number: charge.number,
    period: charge.period,
    dueAt: charge.dueAt,
    graceUntil: charge.graceUntil,
    isInitial: charge.period === 1,
    settlement,
    createdAt: new Date(context.now).toISOString(),
  }
  return { channel: 'actor', kind: 'charge', entityId: id, event: { type: 'charge.create', input } }
}
