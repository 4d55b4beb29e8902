/**
 * Every reason that merchants read, by where it stands. `docs/reasons.md` says what each means, and
 * the API's description lists them, so that programs can decide by them. A name never changes its
 * meaning; new ones may come.
 */

/** Why a charge has not succeeded, or a subscription is not `Active`. */
export const chargeReasons = [
  'InsufficientAllowance',
  'InsufficientBalance',
  'AllowanceRevoked',
  'TokenPaused',
  'PayerBlocked',
  'ReceiverBlocked',
  'ContractBlocked',
  'ChainReverted',
  'FailedOnChain',
  'GasWalletEmpty',
  'GasPriceTooHigh',
  'GasCostAboveLimit',
  'GasBudgetSpent',
  'ChainRefuses',
  'AssetInactive',
  'RpcUnavailable',
  'NodesDiffer',
  'NodesSilent',
  'EventsUnread',
  'NotDueOnChain',
  'ChainNotServed',
  'Paused',
  'OnlyPayerMayResume',
  'GraceExpired',
  'DraftExpired',
  'CancelRequested',
  'SubscriptionCancelled',
  'CancelledByPayer',
  'CancelledOnChain',
  'Switched',
  'SwitchRefused',
  'OtherBegan',
  'Withdrawn',
  'ChargeReorged',
  'ChainContradiction',
  // Refusals of a pause, a resumption or a cancellation.
  'NotStarted',
  'NotPaused',
  'NotAllowed',
  'Cancelled',
  'Finished',
  'NonceUsed',
  'NotProcessed',
] as const
export type ChargeReason = (typeof chargeReasons)[number]

/** Why a customer has no access, or why it is about to end. */
export const accessReasons = [
  'NotActivated',
  'NotStarted',
  'Overdue',
  'Suspended',
  'Paused',
  'GraceExpired',
  'DraftExpired',
  'CancelRequested',
  'CancelledByPayer',
  'CancelledOnChain',
  'SubscriptionCancelled',
  'Switched',
  'SwitchRefused',
  'Withdrawn',
  'Finished',
  'ChainContradiction',
] as const
export type AccessReason = (typeof accessReasons)[number]

/** Why a payment stands where it does. */
export const paymentReasons = [
  'NotPaid',
  'Underpaid',
  'PaidLate',
  'Refunded',
  'CalledOff',
  'AcceptedByMerchant',
  'TakenBack',
] as const
export type PaymentReason = (typeof paymentReasons)[number]

/** These hold a transaction back, or end it, whatever it carries. */
const sendingReasons = [
  'ChainReverted',
  'GasWalletEmpty',
  'GasPriceTooHigh',
  'GasCostAboveLimit',
  'GasBudgetSpent',
  'ChainRefuses',
  'NonceUsed',
  'NotProcessed',
  'RpcUnavailable',
  'NodesDiffer',
  'NodesSilent',
  'ChainNotServed',
] as const
export type SendingReason = (typeof sendingReasons)[number]

/** Why the money of a payment has not moved on to its receiver. */
export const settlementReasons = [
  'BelowMinimum',
  'GasTooDear',
  'TokenPaused',
  'DepositBlocked',
  'ReceiverBlocked',
  'DepositEmpty',
  'NoBalance',
  'ReceiverRefuses',
  'TransferFailed',
  ...sendingReasons,
] as const
export type SettlementReason = (typeof settlementReasons)[number]

/** Why a relayed permit waits, or how it ended. */
export const permitReasons = [
  'AlreadyAllowed',
  'PermitNonceUsed',
  'DeadlinePassed',
  'WrongDomain',
  'WrongSigner',
  'PermitRefused',
  'PermitWithoutEffect',
  'WouldLowerAllowance',
  'SubscriptionEnded',
  'TooManyPermits',
  'RelayOff',
  'InsufficientBalance',
  'TokenPaused',
  'PayerBlocked',
  'ReceiverBlocked',
  'ContractBlocked',
  ...sendingReasons,
] as const
export type PermitReason = (typeof permitReasons)[number]

export type ReasonName =
  | ChargeReason
  | AccessReason
  | PaymentReason
  | SettlementReason
  | PermitReason

/** Why a webhook is not sent any more. */
export const deliveryReasons = ['ApiKeyDeleted', 'EndpointRemoved'] as const
