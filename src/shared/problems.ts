/**
 * Problems: the answers of the API when it does not do what was asked. This is the one catalogue of
 * codes; the OpenAPI document lists it, and no answer has another code. A message says what is wrong,
 * with which values, and what to do next; it never carries a secret or a stack.
 */
export const problems = {
  BadRequest: { status: 400, means: 'The request does not parse. `fields` names each fault.' },
  Unauthorized: { status: 401, means: 'The request carries no credentials, or incomplete ones.' },
  SessionExpired: { status: 401, means: 'The customer token was good once; its time is over.' },
  SessionRevoked: { status: 401, means: 'The merchant has revoked the customer token.' },
  Forbidden: { status: 403, means: 'The secret or signature is wrong, or may not do this.' },
  SecondFactorRequired: {
    status: 403,
    means:
      'You have to prove who you are, by one of `proofs`: at the login, or again, by `POST /dashboard/api/proof`; with `inCall`, by `proof` in the body.',
  },
  TokenMayOnlyLeave: {
    status: 403,
    means: 'The customer token is for reading, pausing and cancelling, and this is more.',
  },
  NotFound: { status: 404, means: 'There is nothing at this address.' },
  CompanyApiKeyNotFound: { status: 404, means: 'No API key has this name.' },
  PlanNotFound: { status: 404, means: 'You have no plan with this id on this network.' },
  SubscriptionNotFound: { status: 404, means: 'You have no such subscription on this network.' },
  CustomerNotFound: {
    status: 404,
    means: 'No subscription on this network has this customer id.',
  },
  PayerNotFound: {
    status: 404,
    means: 'No subscription of yours on this network is paid from this address.',
  },
  PaymentNotFound: { status: 404, means: 'You have no payment with this id on this network.' },
  ChargeNotFound: { status: 404, means: 'You have no charge with this id on this network.' },
  EventNotFound: { status: 404, means: 'You have no event with this id on this network.' },
  MethodNotAllowed: { status: 405, means: 'The address exists; `Allow` names its methods.' },
  RequestTimeout: { status: 408, means: 'The request did not arrive completely in time.' },
  CommandNotAllowed: {
    status: 409,
    means: 'The current `state` does not allow this command; `allowed` names those it does.',
  },
  PlanNotActive: { status: 409, means: 'Subscriptions can only be created on an Active plan.' },
  MerchantNotReady: {
    status: 409,
    means:
      'The setup checklist is not finished. Merchants are told by `missing` what is left, their customers are not.',
  },
  TooManyDrafts: {
    status: 409,
    means: 'The customer has as many drafts as there may be; cancel one, or go on with one.',
  },
  WithdrawalUsed: {
    status: 409,
    means:
      'The right to withdraw is granted once for a plan, and this customer or payer has used it; cancel instead.',
  },
  LastOwner: {
    status: 409,
    means: 'The merchant would be left without an owner who can log in.',
  },
  WouldSuspend: {
    status: 409,
    means:
      'The setting would stop the charges of living subscriptions, which `subscriptions` counts; `confirm: true` goes on.',
  },
  NotCancelledOnChain: {
    status: 409,
    means: 'There is no proof of leaving: the contract is not cancelled on its chain.',
  },
  PermitNotTaken: {
    status: 409,
    means: 'The permit would not be sent to the token; `reason` says why: /docs/guides/reasons.',
  },
  WebhooksNotSetUp: {
    status: 409,
    means: 'There is no webhook endpoint, or no API key to sign with; `missing` names which.',
  },
  IdempotencyKeyReused: {
    status: 409,
    means:
      'The Idempotency-Key was used in the last 7 days, with another request that was done or is under way.',
  },
  SignatureUsed: {
    status: 409,
    means:
      'The signature was used before, and no more requests that are alike are taken under it. Sign anew: `Retry-After` seconds later, or with milliseconds.',
  },
  PayloadTooLarge: { status: 413, means: 'The body is larger than the service takes.' },
  UriTooLong: { status: 414, means: 'The address is longer than the service takes.' },
  UnsupportedMediaType: { status: 415, means: 'The body is not `application/json`.' },
  TooManyRequests: { status: 429, means: 'Slow down; `Retry-After` says for how many seconds.' },
  HeadersTooLarge: { status: 431, means: 'The headers are larger than the service takes.' },
  InternalError: { status: 500, means: 'A fault of the service; it is logged.' },
  ServiceUnavailable: {
    status: 503,
    means: 'A part of the service is away. Nothing is lost: try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { status: number; means: string }>

export type ProblemCode = keyof typeof problems

/** One fault of a request: the path of the field, and what is wrong with it. */
export type FieldFault = { path: string; message: string }

/** Thrown wherever a request is turned down; the server answers with its `toProblemBody`. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  /** Further members of the answer's body, such as `missing`. */
  readonly details: Record<string, unknown>
  /** Headers of the answer, such as `retry-after`. */
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    message: string,
    { details = {}, headers = {} }: Partial<Pick<Problem, 'details' | 'headers'>> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** Makes the problem of a request with faulty fields; its message repeats the first fault. */
export function badRequest(fields: [FieldFault, ...FieldFault[]]): Problem {
  const [{ path, message }] = fields
  const others = fields.length > 1 ? ` (and ${fields.length - 1} more, see fields)` : ''
  return new Problem('BadRequest', `${path} ${message}${others}`.trim(), { details: { fields } })
}

export function toProblemBody(problem: Problem): Record<string, unknown> {
  const { status, code, message, details } = problem
  return { status, code, message, ...details }
}
