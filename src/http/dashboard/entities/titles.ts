/** Names something among others of its kind. */
import { sayMoney } from '../../../shared/money.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'

type PlanNames = ReadonlyMap<string, string>

/** `planNames` are by contract. */
export function titleOf({ kind, id, snapshot }: StoredActor, planNames: PlanNames): string {
  switch (kind) {
    case 'plan':
      return snapshot.context.name
    case 'subscription': {
      const { customerId } = snapshot.context
      const planName = planNames.get(id)
      return planName === undefined ? customerId : `${customerId} · ${planName}`
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
export function headingOf(actor: StoredActor, planNames: PlanNames): string {
  if (actor.kind !== 'charge') return titleOf(actor, planNames)
  const { period, customerId, contractAddress } = actor.snapshot.context
  const planName = planNames.get(contractAddress)
  return `Period ${period} of ${customerId}${planName === undefined ? '' : ` · ${planName}`}`
}
