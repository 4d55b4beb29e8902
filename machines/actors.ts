/** The context and the states of each kind of actor, from its machine. */
import type { StateValueFrom } from 'xstate'
import type { ChargeContext } from './charge/charge.context.ts'
import type { chargeMachine } from './charge/charge.machine.ts'
import type { CustomerContext, customerMachine } from './customer/customer.machine.ts'
import type { deliveryMachine } from './delivery/delivery.machine.ts'
import type { DestinationContext, destinationMachine } from './destination/destination.machine.ts'
import type { GasWalletContext, gasWalletMachine } from './gas-wallet/gas-wallet.machine.ts'
import type { PaymentContext } from './payment/payment.context.ts'
import type { paymentMachine } from './payment/payment.machine.ts'
import type { PermitContext, permitMachine } from './permit/permit.machine.ts'
import type { PlanContext, planMachine } from './plan/plan.machine.ts'
import type { SubscriptionContext } from './subscription/subscription.context.ts'
import type { subscriptionMachine } from './subscription/subscription.machine.ts'
import type { TransactionContext } from './transaction/transaction.context.ts'
import type { transactionMachine } from './transaction/transaction.machine.ts'
import type {
  VerificationContext,
  verificationMachine,
} from './verification/verification.machine.ts'
import type { DeliveryContext } from './delivery/delivery.context.ts'

export type ContextOf = {
  plan: PlanContext
  subscription: SubscriptionContext
  charge: ChargeContext
  payment: PaymentContext
  transaction: TransactionContext
  delivery: DeliveryContext
  customer: CustomerContext
  destination: DestinationContext
  verification: VerificationContext
  gasWallet: GasWalletContext
  permit: PermitContext
}

type MachineOf = {
  plan: typeof planMachine
  subscription: typeof subscriptionMachine
  charge: typeof chargeMachine
  payment: typeof paymentMachine
  transaction: typeof transactionMachine
  delivery: typeof deliveryMachine
  customer: typeof customerMachine
  destination: typeof destinationMachine
  verification: typeof verificationMachine
  gasWallet: typeof gasWalletMachine
  permit: typeof permitMachine
}
type StateOf = { [K in keyof MachineOf]: StateValueFrom<MachineOf[K]> }

/** States that are left in the turn that enters them, so that no actor rests there. */
type PassedThrough = 'Weighing' | 'Opening'
type InnerStateOf<State> = State extends string ? never : NonNullable<State[keyof State]>

/** The outermost states, which merchants and payers see. */
export type StatusOf = { [K in keyof StateOf]: Exclude<Extract<StateOf[K], string>, PassedThrough> }

export type { AccessReason } from './reasons.ts'

/** The innermost states of a payment. */
export type { PaymentStanding } from './payment/payment.standing.ts'

/** The states inside a status; empty for a status that has none. */
export type PhaseOf = {
  [K in keyof StateOf]: Exclude<InnerStateOf<StateOf[K]>, PassedThrough> | ''
}
