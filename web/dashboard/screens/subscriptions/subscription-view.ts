import type { MetadataView } from '../../parts/metadata.tsx'

/** Subscriptions, as far as these screens show them; the whole is `Subscription` in the API's description. */
export type SubscriptionView = {
  contractAddress: string
  planId: string
  planName: string
  customerId: string
  status: string
  phase: string
  reason: string | null
  atRisk: boolean
  actions: string[]
  asset: string
  blockchain: string
  amount: string
  monthly: string
  allowance: string
  payer: string
  startFrom: string
  nextChargeAt: string
  willChargeAt: string | null
  lapsesAt: string | null
  endsAt: string | null
  resumesAt: string | null
  pausableUntil: string | null
  replaces: string | null
  replacedBy: string | null
  metadata: MetadataView | null
  createdAt: string
}

/** Whether a charge is due that has not come about yet: it can still be made for a while. */
export const isOverdue = ({ lapsesAt }: SubscriptionView): boolean => lapsesAt !== null

/** What people call it. */
export const nameOf = ({ customerId, planName }: SubscriptionView): string =>
  `${customerId} · ${planName}`
