/**
 * Turns effects into outbox entries: a request on a relay's channel, or a message for another actor.
 * A machine only names the effect; this is the one place that knows who carries it out.
 */
import type { ChargeContext } from '../../../machines/charge/charge.context.ts'
import type { DestinationContext } from '../../../machines/destination/destination.machine.ts'
import type { PaymentContext } from '../../../machines/payment/payment.context.ts'
import type { PermitContext } from '../../../machines/permit/permit.machine.ts'
import type { Sweep } from '../../../machines/payment/payment.sweep.ts'
import { hashPaymentId } from '../../shared/addresses/deposit-address.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Effect, OutboxEntry } from './consequences.ts'
import { subscriptionEffect } from './subscription-effects.ts'
import { transactionEffect } from './transaction-effects.ts'
import type { DeliveryContext } from '../../../machines/delivery/delivery.context.ts'
import { createChainEntry } from './consequences.ts'

export function createOutboxEntries(actor: StoredActor, effect: Effect): OutboxEntry[] {
  switch (actor.kind) {
    case 'subscription':
      return subscriptionEffect(actor.snapshot.context, effect)
    case 'charge':
      return chargeEffect(actor.snapshot.context, effect)
    case 'payment':
      return paymentEffect(actor.snapshot.context, effect)
    case 'transaction':
      return transactionEffect(actor.snapshot.context, effect)
    case 'delivery':
      return [deliveryEffect(actor.snapshot.context, effect)]
    case 'destination':
      return [destinationEffect(actor.snapshot.context, effect)]
    case 'permit':
      return [permitEffect(actor.snapshot.context, effect)]
    case 'plan':
    case 'customer':
    case 'verification':
    case 'gasWallet':
      throw new Error(`the effect ${effect.name} of a ${actor.kind} has no outbox entry`)
  }
}

function chargeEffect(context: ChargeContext, { name, params }: Effect): OutboxEntry[] {
  const { id, contractAddress, isInitial, dueAt, number } = context
  if (name === 'requestCharge')
    return [createChainEntry(context, name, { chargeId: id, contractAddress, isInitial, dueAt })]
  const type = chargeReports[name]
  if (!type) throw new Error(`the effect ${name} of a charge has no outbox entry`)
  const reason = params['reason'] === undefined ? {} : { reason: params['reason'] }
  return [
    {
      channel: 'actor',
      kind: 'subscription',
      entityId: contractAddress,
      event: { type, number, ...reason },
    },
  ]
}

/** Makes one request for each token of the deposit address. */
function paymentEffect(context: PaymentContext, { name, params }: Effect): OutboxEntry[] {
  if (name !== 'requestSweep')
    throw new Error(`the effect ${name} of a payment has no outbox entry`)
  const { id: paymentId, receiver, depositSalt, depositAddress, sweepFailures } = context
  const idHash = hashPaymentId(paymentId, depositSalt)
  const { tokens, isOrdered = false } = params as Sweep
  const deposit = { paymentId, idHash, receiver, depositAddress, failures: sweepFailures }
  return tokens.map((token) => createChainEntry(context, name, { ...deposit, token, isOrdered }))
}

/** Requests to the chain about the permit, and about the funds of its subscription. */
const permitEffect = (context: PermitContext, { name }: Effect): OutboxEntry =>
  createChainEntry(context, name, {
    permitId: context.id,
    contractAddress: context.contractAddress,
  })

const chargeReports: Record<string, string> = {
  reportAttemptFailed: 'charge.attemptFailed',
  reportFailed: 'charge.failed',
  reportHeldBack: 'charge.heldBack',
  reportReleased: 'charge.released',
}

function deliveryEffect(context: DeliveryContext, { name }: Effect): OutboxEntry {
  const { id, eventId, endpointId, apiKey, lane, sequence } = context
  const payload = { deliveryId: id, eventId, endpointId, apiKey, lane, sequence }
  return { channel: 'webhook', name, lane, payload }
}

function destinationEffect(context: DestinationContext, { name }: Effect): OutboxEntry {
  const { id, endpointId, apiKey } = context
  return { channel: 'webhook', name, lane: `destination/${id}`, payload: { endpointId, apiKey } }
}
