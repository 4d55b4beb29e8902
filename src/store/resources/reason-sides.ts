/** Says in the payer's terms who has to do something before it goes on, for each reason. */
import { z } from 'zod'
import type { ChargeReason } from '../../../machines/reasons.ts'

const sides = ['payer', 'merchant', 'network'] as const
type Side = (typeof sides)[number]

export const ReasonSide = z
  .enum(sides)
  .nullable()
  .meta({
    description:
      'The side that can mend what `reason` says: `payer`, `merchant` (the payer has nothing to do), or `network` ' +
      '(nobody; it passes or is the operator’s). Null without a reason, and where there is nothing to mend',
  })

const sideOf: Record<ChargeReason, Side | null> = {
  InsufficientAllowance: 'payer',
  InsufficientBalance: 'payer',
  AllowanceRevoked: 'payer',
  TokenPaused: 'network',
  PayerBlocked: 'payer',
  ReceiverBlocked: 'merchant',
  ContractBlocked: 'network',
  ChainReverted: 'network',
  FailedOnChain: 'payer',
  GasWalletEmpty: 'merchant',
  GasPriceTooHigh: 'merchant',
  GasCostAboveLimit: 'merchant',
  GasBudgetSpent: 'merchant',
  ChainRefuses: 'network',
  AssetInactive: 'merchant',
  RpcUnavailable: 'network',
  NodesDiffer: 'network',
  NodesSilent: 'network',
  EventsUnread: 'network',
  NotDueOnChain: 'network',
  ChainNotServed: 'network',
  Paused: null,
  OnlyPayerMayResume: 'payer',
  GraceExpired: null,
  DraftExpired: null,
  CancelRequested: null,
  SubscriptionCancelled: null,
  CancelledByPayer: null,
  CancelledOnChain: null,
  Switched: null,
  SwitchRefused: null,
  OtherBegan: 'payer',
  Withdrawn: null,
  ChargeReorged: 'network',
  ChainContradiction: 'network',
  NotStarted: null,
  NotPaused: null,
  NotAllowed: null,
  Cancelled: null,
  Finished: null,
  NonceUsed: 'network',
  NotProcessed: 'network',
}

/** Returns the side of a reason; what an earlier version stored is nobody's. */
export const findReasonSide = (reason: string | null): Side | null =>
  sideOf[reason as ChargeReason] ?? null
