/** Payments, as far as these screens show them; the whole is `Payment` in the API's description. */
export type Money = { value: string; currency: string }

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
  description: string | null
  metadata: string | null
  checkoutUrl: string
  createdAt: string
  expiresAt: string
  actions: string[]
}
