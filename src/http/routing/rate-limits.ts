/**
 * Rate limits, in real time. A large request counts for several. Known callers are counted by account: a merchant by all its keys
 * together, a customer by all tokens, a person by all sessions. Unknown ones are counted by address, and far more narrowly. An
 * address that keeps failing to authenticate is stopped before its next try costs a query. Each
 * process counts for itself.
 */
import { dayMs, hourMs, minuteMs } from '../../../machines/durations.ts'
import { Problem } from '../../shared/problems.ts'
import type { Owner } from '../../shared/owner.ts'
import {
  type Addressed,
  toCountedAddress,
  toWideNetwork,
  wideNetworkFactor,
} from '../requests/client-address.ts'
import { toWeight, type Weighed } from '../requests/request-weight.ts'
import { noteLimit } from './rate-limit-headers.ts'
import { WindowCounter } from './window-counter.ts'
import type { RateLimits } from '../http-settings.ts'

export const windowMs = 1_000
const loginsPerMinuteMax = 10
/** Sessions of public pages, for one address: offices and phone networks share one. */
const joinsPerHourMax = 30
/** One address takes a small part of what a page opens in a day. */
const joinsPerDayMax = 50
const judgedPerMinuteMax = 10
export const draftsPerMinuteMax = 10
export const changesPerMinuteMax = 10

type NamedCustomer = { owner: Owner; customerId: string }
type Visit = Addressed & Weighed

export type RateLimiter = {
  /** A call of the merchant API, whichever key it shows. */
  countMerchant(owner: Owner, request: Weighed): void
  /** A call of the session API, whichever token it shows. */
  countCustomer(customer: NamedCustomer, request: Weighed): void
  /** A subscription that a customer makes: rows for ever, and a webhook to the merchant. Returns what takes it back. */
  countDraft(customer: NamedCustomer, request: object): () => void
  /** A change by a customer, or a proof of leaving, each kind by itself: rows for ever, a webhook to the merchant, questions to nodes. */
  countChange(customer: NamedCustomer, operationId: string, request: object): void
  /** A webhook that is sent again by hand: a request to somebody else's server. */
  countResend(owner: Owner, request: object): void
  /** An address that somebody in the dashboard has judged before a proof: a question to a node. */
  countJudged(accountId: string): void
  /** A call of the dashboard, whichever session it shows. */
  countAccount(accountId: string, request: Weighed): void
  /** A try to log in, of an address. */
  countLogin(request: Visit): void
  /** A session that a public page is to open, for an address. */
  countJoin(request: Visit): void
  /** A call without credentials. */
  countPublic(request: Visit): void
  /** Files and documents: a page takes many of them at once, and they cost little. So does what no route takes. */
  countFile(request: Visit): void
  /** Checks whether the address failed too often, without counting. */
  requireFewFailures(request: Addressed): void
  /**
   * Counts a look for who calls, before its query, as a failure of the address until it is known to be none: as many as may fail are
   * under way at once. Once for each request.
   */
  countTry(request: Visit): void
  /** Takes back what `countTry` has counted: the caller is known, or nobody could look. */
  takeBackTry(request: Visit): void
  /** A try that failed, whether `countTry` has counted it or not. */
  countFailure(request: Visit): void
}

/** Makes the counters. Each throws `TooManyRequests`, and notes on the request how it stands. */
export function createRateLimiter(limits: RateLimits): RateLimiter {
  const merchants = new Limit('merchant', limits.merchantPerSecond)
  const customers = new Limit('customer', limits.customerPerSecond)
  const drafts = new Limit('drafts', draftsPerMinuteMax, minuteMs, tooManyDrafts)
  const changes = new Limit('changes', changesPerMinuteMax, minuteMs, tooManyChanges)
  const resends = new Limit('resends', limits.resendsPerSecond)
  const judged = new Limit('judged', judgedPerMinuteMax, minuteMs, tooManyJudged)
  const accounts = new Limit('account', limits.accountPerSecond)
  const logins = new AddressLimit('logins', loginsPerMinuteMax, minuteMs, tooManyLogins)
  const joins = new AddressLimit('joins', joinsPerHourMax, hourMs)
  const joinsOfDay = new AddressLimit('joins', joinsPerDayMax, dayMs)
  const visits = new AddressLimit('address', limits.publicPerSecond)
  const files = new AddressLimit('files', limits.filesPerSecond)
  const failures = new AddressLimit('failures', limits.publicPerSecond)
  const tries = new WeakMap<Visit, () => void>()
  return {
    countMerchant: (owner, request) => merchants.count(nameOf(owner), request, toWeight(request)),
    countCustomer: (customer, request) =>
      customers.count(nameOfCustomer(customer), request, toWeight(request)),
    countDraft: (customer, request) => drafts.count(nameOfCustomer(customer), request),
    countChange: (customer, operationId, request) =>
      changes.count(`${operationId}/${nameOfCustomer(customer)}`, request),
    countResend: (owner, request) => resends.count(nameOf(owner), request),
    countJudged: (accountId) => judged.count(accountId, null),
    countAccount: (accountId, request) => accounts.count(accountId, request, toWeight(request)),
    countLogin: (request) => logins.count(request),
    countJoin: (request) => {
      joins.count(request)
      joinsOfDay.count(request)
    },
    countPublic: (request) => visits.count(request),
    countFile: (request) => files.count(request),
    requireFewFailures: (request) => failures.look(request),
    countTry: (request) => {
      if (!tries.has(request)) tries.set(request, failures.count(request, { isTold: false }))
    },
    takeBackTry: (request) => {
      tries.get(request)?.()
      tries.delete(request)
    },
    countFailure: (request) => {
      if (!tries.delete(request)) failures.count(request, { isTold: false })
    },
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

  /** `request`: is told how it stands. Returns what takes it back. */
  count(name: string, request: object | null, weight = 1): () => void {
    const window = this.#counter.count(name, weight)
    if (request) this.#note(request, window)
    this.#refuseAbove(window)
    return window.takeBack
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

/** A limit of addresses, and of the wide networks that they are in. */
class AddressLimit {
  readonly #addresses: Limit
  readonly #networks: Limit

  constructor(policy: string, max: number, limitedMs?: number, toProblem?: typeof tooMany) {
    this.#addresses = new Limit(policy, max, limitedMs, toProblem)
    this.#networks = new Limit(policy, wideNetworkFactor * max, limitedMs, toProblem)
  }

  /** A network that has used up its own leaves no address of it behind, which would take the space of others'. */
  count(request: Visit, { isTold } = { isTold: true }): () => void {
    const { address, network, weight } = toCounted(request)
    const ofNetwork = network === null ? null : this.#networks.count(network, null, weight)
    const ofAddress = this.#addresses.count(address, isTold ? request : null, weight)
    return () => {
      ofNetwork?.()
      ofAddress()
    }
  }

  look(request: Addressed): void {
    const { address, network } = toCounted(request)
    if (network) this.#networks.look(network)
    this.#addresses.look(address)
  }
}

function toCounted(request: Visit) {
  const address = toCountedAddress(request)
  return { address, network: toWideNetwork(address), weight: toWeight(request) }
}

const nameOfCustomer = ({ owner, customerId }: NamedCustomer): string =>
  `${nameOf(owner)}/${customerId}`

/** Each network has a limit of its own: tests take nothing from the main network. */
const nameOf = ({ merchantId, network }: Owner): string => `${merchantId}/${network}`

const tooMany = (max: number, retryAfterSeconds: number) =>
  limited(`More than ${max} requests in one second; slow down.`, retryAfterSeconds)

const tooManyLogins = (_max: number, retryAfterSeconds: number) =>
  limited(`Too many logins: try again in ${retryAfterSeconds} s.`, retryAfterSeconds)

const tooManyInAMinute =
  (what: string, more = '') =>
  (max: number, retryAfterSeconds: number) =>
    limited(
      `More than ${max} ${what} in one minute: try again in ${retryAfterSeconds} s.${more}`,
      retryAfterSeconds,
    )

const tooManyDrafts = tooManyInAMinute('new subscriptions')
const tooManyJudged = tooManyInAMinute('addresses')
const tooManyChanges = tooManyInAMinute('times', ' Cancelling is possible at any time.')

const limited = (message: string, retryAfterSeconds: number) =>
  new Problem('TooManyRequests', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
