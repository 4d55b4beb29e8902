/** The definition of each kind of actor: its machine, and the shapes of its input, events and context. */
import type { AnyStateMachine } from 'xstate'
import type { ZodType } from 'zod'
import { ChargeContext } from '../../../machines/charge/charge.context.ts'
import { ChargeEvent, ChargeInput } from '../../../machines/charge/charge.events.ts'
import { chargeMachine } from '../../../machines/charge/charge.machine.ts'
import { CustomerEvent, CustomerInput } from '../../../machines/customer/customer.events.ts'
import { CustomerContext, customerMachine } from '../../../machines/customer/customer.machine.ts'
import { DeliveryEvent, DeliveryInput } from '../../../machines/delivery/delivery.events.ts'
import { deliveryMachine } from '../../../machines/delivery/delivery.machine.ts'
import {
  DestinationEvent,
  DestinationInput,
} from '../../../machines/destination/destination.events.ts'
import {
  DestinationContext,
  destinationMachine,
} from '../../../machines/destination/destination.machine.ts'
import { GasWalletEvent, GasWalletInput } from '../../../machines/gas-wallet/gas-wallet.events.ts'
import {
  GasWalletContext,
  gasWalletMachine,
} from '../../../machines/gas-wallet/gas-wallet.machine.ts'
import { PaymentContext } from '../../../machines/payment/payment.context.ts'
import { PaymentEvent, PaymentInput } from '../../../machines/payment/payment.events.ts'
import { paymentMachine } from '../../../machines/payment/payment.machine.ts'
import { PermitEvent, PermitInput } from '../../../machines/permit/permit.events.ts'
import { PermitContext, permitMachine } from '../../../machines/permit/permit.machine.ts'
import { PlanEvent, PlanInput } from '../../../machines/plan/plan.events.ts'
import { PlanContext, planMachine } from '../../../machines/plan/plan.machine.ts'
import { SubscriptionContext } from '../../../machines/subscription/subscription.context.ts'
import {
  SubscriptionEvent,
  SubscriptionInput,
} from '../../../machines/subscription/subscription.events.ts'
import { subscriptionMachine } from '../../../machines/subscription/subscription.machine.ts'
import { TransactionContext } from '../../../machines/transaction/transaction.context.ts'
import {
  TransactionEvent,
  TransactionInput,
} from '../../../machines/transaction/transaction.events.ts'
import { transactionMachine } from '../../../machines/transaction/transaction.machine.ts'
import type { Upgrade } from '../../../machines/upgrade.ts'
import {
  VerificationEvent,
  VerificationInput,
} from '../../../machines/verification/verification.events.ts'
import {
  VerificationContext,
  verificationMachine,
} from '../../../machines/verification/verification.machine.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { DeliveryContext } from '../../../machines/delivery/delivery.context.ts'

export type ActorDefinition = {
  machine: AnyStateMachine
  version: number
  Input: ZodType<object>
  Event: ZodType<{ type: string }>
  /** Checks a stored context, because restoring a snapshot does not. */
  Context: ZodType<object>
  /** By the version that they lead away from; a version without one has left everything stored as it was. */
  upgrades: Record<number, Upgrade>
  /** The status in which turn after turn only tries again: the journal has one row for all of them. */
  triesIn?: string
}

const kind = (
  machine: AnyStateMachine,
  Input: ZodType<object>,
  Event: ZodType<{ type: string }>,
  Context: ZodType<object>,
  upgrades: Record<number, Upgrade> = {},
): ActorDefinition => ({
  machine,
  version: Number(machine.version),
  Input,
  Event,
  Context,
  upgrades,
})

/** The definitions of all kinds: those that run, or others that are tried. */
export type ActorDefinitions = Record<ActorKind, ActorDefinition>

export const actorDefinitions: ActorDefinitions = {
  plan: kind(planMachine, PlanInput, PlanEvent, PlanContext),
  subscription: kind(
    subscriptionMachine,
    SubscriptionInput,
    SubscriptionEvent,
    SubscriptionContext,
  ),
  charge: kind(chargeMachine, ChargeInput, ChargeEvent, ChargeContext),
  payment: kind(paymentMachine, PaymentInput, PaymentEvent, PaymentContext),
  transaction: kind(transactionMachine, TransactionInput, TransactionEvent, TransactionContext),
  delivery: {
    ...kind(deliveryMachine, DeliveryInput, DeliveryEvent, DeliveryContext),
    triesIn: 'Retrying',
  },
  customer: kind(customerMachine, CustomerInput, CustomerEvent, CustomerContext),
  destination: kind(destinationMachine, DestinationInput, DestinationEvent, DestinationContext),
  verification: kind(
    verificationMachine,
    VerificationInput,
    VerificationEvent,
    VerificationContext,
  ),
  gasWallet: kind(gasWalletMachine, GasWalletInput, GasWalletEvent, GasWalletContext),
  permit: kind(permitMachine, PermitInput, PermitEvent, PermitContext),
}
