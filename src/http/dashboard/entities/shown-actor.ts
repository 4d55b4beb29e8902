/** An actor as people are shown it: its resource, or what may be shown of one that has none outside. */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { toDeliveryResource } from '../../../core/resources/delivery.ts'
import { toPermitResource } from '../../../core/resources/permit.ts'
import { toResource } from '../../../core/resources/to-resource.ts'
import { describeVerification } from '../setup/verification.routes.ts'

export function toShownActor(actor: StoredActor): object {
  switch (actor.kind) {
    case 'delivery':
      return toDeliveryResource(actor)
    case 'permit':
      return toPermitResource(actor)
    case 'verification':
      return describeVerification(actor, 'merchant')
    case 'transaction':
      return showTransaction(actor)
    case 'destination':
      return showDestination(actor)
    case 'plan':
    case 'subscription':
    case 'charge':
    case 'payment':
    case 'customer':
    case 'gasWallet':
      return toResource(actor)!
  }
}

function showTransaction({ status, phase, snapshot }: StoredActor<'transaction'>) {
  const { id, blockchain, wallet, purpose, to, gasLimit, items, nonce, hashes } = snapshot.context
  const { maxFeePerGas, maxPriorityFeePerGas, minedIn, replacements, reason } = snapshot.context
  const sent = { nonce, hashes, maxFeePerGas, maxPriorityFeePerGas, minedIn, replacements, reason }
  return { id, status, phase, blockchain, wallet, purpose, to, gasLimit, items, ...sent }
}

function showDestination({ id, status, snapshot }: StoredActor<'destination'>) {
  const { endpointId, apiKey, failures, failingLane, since, lastFailure } = snapshot.context
  return { id, status, endpointId, apiKey, failures, failingLane, since, lastFailure }
}
