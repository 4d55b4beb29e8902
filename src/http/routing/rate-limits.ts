/**
 * Rate limits, in real time. Known callers are counted by account: a merchant by all its keys
 * together, a customer by all tokens, a person by all sessions. Unknown ones are counted by address, and far more narrowly. An
 * address that keeps failing to authenticate is stopped before its next try costs a query. Each
 * process counts for itself.
 */
import { minuteMs } from '../../../machines/durations.ts'
import { Problem } from '../../shared/problems.ts'
import type { Owner } from '../../shared/owner.ts'
import type { RateLimits } from '../dependencies.ts'
import { type Addressed, toCountedAddress } from '../requests/client-address.ts'
import { noteLimit } from './rate-limit-headers.ts'
import { WindowCounter } from './window-counter.ts'

export const windowMs = 1_000
const loginsPerMinuteMax = 10
export const draftsPerMinuteMax = 10
export const changesPerMinuteMax = 10

type NamedCustomer = { owner: Owner; customerId: string }

export type RateLimiter = {
  /** A call of the merchant API, whichever key it shows. */
  countMerchant(owner: Owner, request: object): void
  /** A call of the session API, whichever token it shows. */
  countCustomer(customer: NamedCustomer, request: object): void
  /** A subscription that a customer makes: rows for ever, and a webhook to the merchant. Returns what takes it back. */
  countDraft(customer: NamedCustomer, request: object): () => void
  /** A change by a customer, each kind by itself: rows for ever, a webhook to the merchant, questions to nodes. */
  countChange(customer: NamedCustomer, operationId: string, request: object): void
  /** A webhook that is sent again by hand: a request to somebody else's server. */
  countResend(owner: Owner, request: object): void
  /** A call of the dashboard, whichever session it shows. */
  countAccount(accountId: string, request: object): void
  /** A try to log in, of an address. */
  countLogin(request: Addressed): void
  /** A call without credentials. */
  countPublic(request: Addressed): void
  /** Files and documents: a page takes many of them at once, and they cost little. */
  countFile(request: Addressed): void
  /** Checks whether the address failed too often, without counting. */
  requireFewFailures(request: Addressed): void
  countFailure(request: Addressed): void
}

/** Makes the counters. Each throws `TooManyRequests`, and notes on the request how it stands. */
export function createRateLimiter(limits: RateLimits): RateLimiter {
  const merchants = new Limit('merchant', limits.merchantPerSecond)
  const customers = new Limit('customer', limits.customerPerSecond)
  const drafts = new Limit('drafts', draftsPerMinuteMax, minuteMs, tooManyDrafts)
  const changes = new Limit('changes', changesPerMinuteMax, minuteMs, tooManyChanges)
  const resends = new Limit('resends', limits.resendsPerSecond)
  const accounts = new Limit('account', limits.accountPerSecond)
  const logins = new Limit('logins', loginsPerMinuteMax, minuteMs, tooManyLogins)
  const visits = new Limit('address', limits.publicPerSecond)
  const files = new Limit('files', limits.filesPerSecond)
  const failures = new Limit('failures', limits.publicPerSecond)
  return {
    countMerchant: (owner, request) => merchants.count(nameOf(owner), request),
    countCustomer: (customer, request) => customers.count(nameOfCustomer(customer), request),
    countDraft: (customer, request) => {
      const name = nameOfCustomer(customer)
      drafts.count(name, request)
      return () => drafts.takeBack(name)
    },
    countChange: (customer, operationId, request) =>
      changes.count(`${operationId}/${nameOfCustomer(customer)}`, request),
    countResend: (owner, request) => resends.count(nameOf(owner), request),
    countAccount: (accountId, request) => accounts.count(accountId, request),
    countLogin: (request) => logins.count(toCountedAddress(request), request),
    countPublic: (request) => visits.count(toCountedAddress(request), request),
    countFile: (request) => files.count(toCountedAddress(request), request),
    requireFewFailures: (request) => failures.look(toCountedAddress(request)),
    countFailure: (request) => failures.count(toCountedAddress(request)),
  }
}

class Limit {
  readonly #policy: string
  readonly #max: number
  readonly #windowSeconds: number
  readonly #counter: WindowCounter
  readonly #toProblem: (max: number, retryAfterSeconds: number) => Problem

  constructor(policy: string, max: number, limitedMs = windowMs, toProblem = tooMany) {
    this.#policy = policy
    this.#max = max
    this.#windowSeconds = limitedMs / 1000
    this.#counter = new WindowCounter(limitedMs)
    this.#toProblem = toProblem
  }

  count(name: string, request?: object): void {
    const window = this.#counter.count(name)
    if (request) this.#note(request, window)
    this.#refuseAbove(window)
  }

  takeBack(name: string): void {
    this.#counter.takeBack(name)
  }

  look(name: string): void {
    this.#refuseAbove(this.#counter.look(name))
  }

  #note(request: object, { count, leftMs }: { count: number; leftMs: number }): void {
    noteLimit(request, {
      policy: this.#policy,
      max: this.#max,
      windowSeconds: this.#windowSeconds,
      left: Math.max(0, this.#max - count),
      resetSeconds: Math.ceil(leftMs / 1000),
    })
  }

  #refuseAbove({ count, leftMs }: { count: number; leftMs: number }): void {
    if (count <= this.#max) return
    throw this.#toProblem(this.#max, Math.max(1, Math.ceil(leftMs / 1000)))
  }
}

const nameOfCustomer = ({ owner, customerId }: NamedCustomer): string =>
  `${nameOf(owner)}/${customerId}`

/** Each network has a limit of its own: tests take nothing from the main network. */
const nameOf = ({ merchantId, network }: Owner): string => `${merchantId}/${network}`

const tooMany = (max: number, retryAfterSeconds: number) =>
  limited(`More than ${max} requests in one second; slow down.`, retryAfterSeconds)

const tooManyLogins = (_max: number, retryAfterSeconds: number) =>
  limited(`Too many logins: try again in ${retryAfterSeconds} s.`, retryAfterSeconds)

const tooManyDrafts = (max: number, retryAfterSeconds: number) =>
  limited(
    `More than ${max} new subscriptions in one minute: try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  )

const tooManyChanges = (max: number, retryAfterSeconds: number) =>
  limited(
    `More than ${max} times in one minute: try again in ${retryAfterSeconds} s. Cancelling is possible at any time.`,
    retryAfterSeconds,
  )

const limited = (message: string, retryAfterSeconds: number) =>
  new Problem('TooManyRequests', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
