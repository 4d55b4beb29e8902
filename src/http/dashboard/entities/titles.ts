/** Names something among others of its kind. */
import { sayMoney } from '../../../shared/money.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { PaidPlan } from '../../../store/views/entities/paid-plans.ts'

type Plans = ReadonlyMap<string, Pick<PaidPlan, 'planName'>>

/** `plans` are by contract. */
export function titleOf({ kind, id, snapshot }: StoredActor, plans: Plans): string {
  switch (kind) {
    case 'plan':
      return snapshot.context.name
    case 'subscription': {
      const { customerId } = snapshot.context
      return `${customerId} · ${plans.get(id)!.planName}`
    }
    case 'charge': {
      const { period, amount, decimals, asset } = snapshot.context
      return `Period ${period}, ${sayMoney(amount, decimals, asset)}`
    }
    case 'payment': {
      const { amount, decimals, asset } = snapshot.context
      return sayMoney(amount, decimals, asset)
    }
    case 'transaction': {
      const { purpose, items, blockchain } = snapshot.context
      return `${purpose}, ${items.length} on ${blockchain}`
    }
    case 'delivery':
      return `${snapshot.context.eventType}, by ${snapshot.context.apiKey}`
    case 'customer':
      return snapshot.context.customerId
    case 'destination':
      return `Endpoint, by ${snapshot.context.apiKey}`
    case 'verification':
      return snapshot.context.details?.legalName ?? 'Verification'
    case 'gasWallet':
      return `Gas wallet on ${snapshot.context.blockchain}`
    case 'permit':
      return `Permit of ${snapshot.context.payer}`
  }
}

/** Names what a page is about, where nothing around it says whose it is. */
export function headingOf(actor: StoredActor, plans: Plans): string {
  if (actor.kind !== 'charge') return titleOf(actor, plans)
  const { period, customerId, contractAddress } = actor.snapshot.context
  return `Period ${period} of ${customerId} · ${plans.get(contractAddress)!.planName}`
}
