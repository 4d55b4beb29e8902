import { type MetadataView, writeReference } from '../../parts/metadata.tsx'

/** Payments, as far as these screens show them; the whole is `Payment` in the API's description. */
export type Money = { value: string; currency: string }

/** A token that nobody asked for: its code is null, and its amount in base units, where it is not known. */
export type OtherToken = { token: string; asset: string | null; amount: string }

/** One transfer of such a token. */
export type OtherDeposit = OtherToken & { transactionHash: string; logIndex: number; from: string }

export type RefundView = { amount: Money; transactionHash: string | null; note: string | null }

export type PaymentView = {
  id: string
  status: string
  phase: string
  reason: string | null
  exception: string | null
  amount: Money
  paidAmount: Money
  dueAmount: Money
  excessAmount: Money
  refundedAmount: Money
  settledAmount: Money
  settlement: string
  asset: string
  blockchain: string
  depositAddress: string
  receiver: string
  transactionHash: string | null
  otherTokens: OtherToken[]
  refunds: RefundView[]
  description: string | null
  metadata: MetadataView | null
  checkoutUrl: string
  createdAt: string
  expiresAt: string
  actions: string[]
}

/** The payment with what came for it, the newest first. */
export type PaymentWithDeposits = PaymentView & {
  deposits: { from: string | null }[]
  otherDeposits: OtherDeposit[]
}

/** As its merchant knows it. */
export const nameOf = ({ id, description, metadata }: PaymentView): string =>
  description || writeReference(metadata) || id
