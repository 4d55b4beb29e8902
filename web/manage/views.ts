/** Types what the manage page knows of a subscription and a plan, from the session API. */
import type { Address } from 'viem'
import type { SubscriptionView } from '../session/session-views.ts'
import type { OnChainSubscription } from '../subscription/terms.ts'

export type SwitchTime = 'PaidPeriodEnd' | 'Now' | 'KeepBoth'

export type ManagedSubscription = SubscriptionView & {
  startFrom: string
  nextChargeAt: string
  willChargeAt: string | null
  resumesAt: string | null
  pausableUntil: string | null
  replacedBy: Address | null
  /** When it can be left for another plan. */
  switchTimes: SwitchTime[]
  withdrawUntil: string | null
  withdrawnAt: string | null
  /** The payer said this about leaving; null where nothing was said. */
  cancellationDetails: object | null
  maxPeriods: number
  chargesMade: number
  createdAt: string
  plan: { id: string; name: string; description: string; status: string; tags: string[] }
}

/** The subscription as the chain knows it; null while its chain is not served. */
export function onChain({
  terms,
  contractAddress,
  factory,
  chain,
}: ManagedSubscription): OnChainSubscription | null {
  return factory && chain ? { terms, contractAddress, factory, chainId: chain.chainId } : null
}
