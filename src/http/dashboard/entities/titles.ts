/** Names something among others of its kind. */
import { sayMoney } from '../../../shared/money.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'

export function titleOf({ kind, snapshot }: StoredActor): string {
  switch (kind) {
    case 'plan':
      return snapshot.context.name
    case 'subscription': {
      const { customerId, amount, decimals, asset } = snapshot.context
      return `${customerId}, ${sayMoney(amount, decimals, asset)}`
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
