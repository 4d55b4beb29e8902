/** Generated from docs/openapi.json by `npm run generate`: change it there. */
import { ProblemError } from '../problem-error.ts'

/** The request does not parse. `fields` names each fault. */
export class BadRequestError extends ProblemError<'BadRequest'> {
  /** Each fault. */
  declare readonly fields: Array<{
    path: string
    message: string
  }>
}

/** The request carries no credentials, or incomplete ones. */
export class UnauthorizedError extends ProblemError<'Unauthorized'> {}

export class SessionExpiredError extends ProblemError<'SessionExpired'> {}

export class SessionRevokedError extends ProblemError<'SessionRevoked'> {}

/** The secret or signature is wrong, or may not do this. */
export class ForbiddenError extends ProblemError<'Forbidden'> {
  /** Your role. */
  declare readonly role: string
  /** The right that it lacks. */
  declare readonly right: string
  /** The roles that may. */
  declare readonly roles: string[]
}

export class SecondFactorRequiredError extends ProblemError<'SecondFactorRequired'> {
  /** What counts as proof. */
  declare readonly proofs: string[]
}

export class TokenMayOnlyLeaveError extends ProblemError<'TokenMayOnlyLeave'> {}

/** There is nothing at this address. */
export class NotFoundError extends ProblemError<'NotFound'> {}

/** No API key has this name. */
export class CompanyApiKeyNotFoundError extends ProblemError<'CompanyApiKeyNotFound'> {}

/** You have no plan with this id on this network. */
export class PlanNotFoundError extends ProblemError<'PlanNotFound'> {}

/** You have no such subscription on this network. */
export class SubscriptionNotFoundError extends ProblemError<'SubscriptionNotFound'> {}

/** No subscription on this network has this customer id. */
export class CustomerNotFoundError extends ProblemError<'CustomerNotFound'> {}

export class PayerNotFoundError extends ProblemError<'PayerNotFound'> {}

/** You have no payment with this id on this network. */
export class PaymentNotFoundError extends ProblemError<'PaymentNotFound'> {}

/** You have no charge with this id on this network. */
export class ChargeNotFoundError extends ProblemError<'ChargeNotFound'> {}

/** You have no event with this id on this network. */
export class EventNotFoundError extends ProblemError<'EventNotFound'> {}

export class MethodNotAllowedError extends ProblemError<'MethodNotAllowed'> {}

export class RequestTimeoutError extends ProblemError<'RequestTimeout'> {}

/** The current `state` does not allow this command; `allowed` names those it does. */
export class CommandNotAllowedError extends ProblemError<'CommandNotAllowed'> {
  /** The status it is in. */
  declare readonly state: string
  /** The commands accepted now. */
  declare readonly allowed: string[]
  /** What `when` can be now. */
  declare readonly switchTimes: string[]
  /** The latest moment; null where it cannot be paused before the next charge, and where only the payer can end the pause. */
  declare readonly pausableUntil: string | null
}

/** Subscriptions can only be created on an Active plan. */
export class PlanNotActiveError extends ProblemError<'PlanNotActive'> {}

/** The setup checklist is not finished. Merchants are told by `missing` what is left, their customers are not. */
export class MerchantNotReadyError extends ProblemError<'MerchantNotReady'> {
  /** What is left of the checklist. */
  declare readonly missing: string[]
}

export class TooManyDraftsError extends ProblemError<'TooManyDrafts'> {}

/** The right to withdraw is granted once for a plan, and this customer or payer has used it; cancel instead. */
export class WithdrawalUsedError extends ProblemError<'WithdrawalUsed'> {
  /** The status it is in. */
  declare readonly state: string
  /** The commands accepted now. */
  declare readonly allowed: string[]
}

export class LastOwnerError extends ProblemError<'LastOwner'> {}

export class WouldSuspendError extends ProblemError<'WouldSuspend'> {
  /** How many need it. */
  declare readonly subscriptions: number
}

/** There is no proof of leaving: the contract is not cancelled on its chain. */
export class NotCancelledOnChainError extends ProblemError<'NotCancelledOnChain'> {}

export class PermitNotTakenError extends ProblemError<'PermitNotTaken'> {
  /** The reason ([reasons](/docs/guides/reasons)). */
  declare readonly reason: string
}

/** There is no webhook endpoint, or no API key to sign with; `missing` names which. */
export class WebhooksNotSetUpError extends ProblemError<'WebhooksNotSetUp'> {}

/** The Idempotency-Key was used in the last 7 days, with another request that was done or is under way. */
export class IdempotencyKeyReusedError extends ProblemError<'IdempotencyKeyReused'> {}

/** The signature was used before, and no more requests that are alike are taken under it. Sign anew: `Retry-After` seconds later, or with milliseconds. */
export class SignatureUsedError extends ProblemError<'SignatureUsed'> {}

/** The body is larger than the service takes. */
export class PayloadTooLargeError extends ProblemError<'PayloadTooLarge'> {}

export class UriTooLongError extends ProblemError<'UriTooLong'> {}

/** The body is not `application/json`. */
export class UnsupportedMediaTypeError extends ProblemError<'UnsupportedMediaType'> {}

/** Slow down; `Retry-After` says for how many seconds. */
export class TooManyRequestsError extends ProblemError<'TooManyRequests'> {}

export class HeadersTooLargeError extends ProblemError<'HeadersTooLarge'> {}

export class InternalError extends ProblemError<'InternalError'> {}

/** A part of the service is away. Nothing is lost: try again after `Retry-After` seconds. */
export class ServiceUnavailableError extends ProblemError<'ServiceUnavailable'> {}

/** The class of each code. */
export const problemClasses = {
  BadRequest: BadRequestError,
  Unauthorized: UnauthorizedError,
  SessionExpired: SessionExpiredError,
  SessionRevoked: SessionRevokedError,
  Forbidden: ForbiddenError,
  SecondFactorRequired: SecondFactorRequiredError,
  TokenMayOnlyLeave: TokenMayOnlyLeaveError,
  NotFound: NotFoundError,
  CompanyApiKeyNotFound: CompanyApiKeyNotFoundError,
  PlanNotFound: PlanNotFoundError,
  SubscriptionNotFound: SubscriptionNotFoundError,
  CustomerNotFound: CustomerNotFoundError,
  PayerNotFound: PayerNotFoundError,
  PaymentNotFound: PaymentNotFoundError,
  ChargeNotFound: ChargeNotFoundError,
  EventNotFound: EventNotFoundError,
  MethodNotAllowed: MethodNotAllowedError,
  RequestTimeout: RequestTimeoutError,
  CommandNotAllowed: CommandNotAllowedError,
  PlanNotActive: PlanNotActiveError,
  MerchantNotReady: MerchantNotReadyError,
  TooManyDrafts: TooManyDraftsError,
  WithdrawalUsed: WithdrawalUsedError,
  LastOwner: LastOwnerError,
  WouldSuspend: WouldSuspendError,
  NotCancelledOnChain: NotCancelledOnChainError,
  PermitNotTaken: PermitNotTakenError,
  WebhooksNotSetUp: WebhooksNotSetUpError,
  IdempotencyKeyReused: IdempotencyKeyReusedError,
  SignatureUsed: SignatureUsedError,
  PayloadTooLarge: PayloadTooLargeError,
  UriTooLong: UriTooLongError,
  UnsupportedMediaType: UnsupportedMediaTypeError,
  TooManyRequests: TooManyRequestsError,
  HeadersTooLarge: HeadersTooLargeError,
  InternalError: InternalError,
  ServiceUnavailable: ServiceUnavailableError,
} as const
