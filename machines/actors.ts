/** What an actor of each kind remembers: the context of its machine. */
import type { ChargeContext } from './charge/charge.context.ts'
import type { DeliveryContext } from './delivery/delivery.machine.ts'
import type { PaymentContext } from './payment/payment.context.ts'
import type { PlanContext } from './plan/plan.machine.ts'
import type { SubscriptionContext } from './subscription/subscription.context.ts'
import type { TransactionContext } from './transaction/transaction.context.ts'
import type { VerificationContext } from './verification/verification.machine.ts'

export type ContextOf = {
  plan: PlanContext
  subscription: SubscriptionContext
  charge: ChargeContext
  payment: PaymentContext
  transaction: TransactionContext
  delivery: DeliveryContext
  verification: VerificationContext
}
