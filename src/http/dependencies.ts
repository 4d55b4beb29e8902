/** The dependencies of the HTTP role. It never imports the workers: commands go over the bus. */
import type { WalletConnectSettings } from '../../web/walletconnect/settings.ts'
import type { Bus } from '../bus/bus.ts'
import type { Readiness } from '../operating/readiness.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Log } from '../shared/log.ts'
import type { Owner } from '../shared/owner.ts'
import type { TrustedProxies } from '../shared/trust-proxy.ts'
import type { MerchantDependencies } from '../store/merchants/merchants.ts'
import type { ApiKeyCache } from './authentication/api-key-cache.ts'
import type { KeyUses } from './authentication/key-uses.ts'
import type { Cells } from './cells/cells.ts'
import type { LiveDashboards } from './dashboard/live/live-dashboards.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { RateLimiter } from './routing/rate-limits.ts'
import type { LiveSessions } from './session/live-sessions.ts'

export type HttpSettings = {
  host: string
  /** 0 takes any free port. */
  port: number
  /** The service's address from outside, such as `https://pay.example`. */
  baseUrl: string
  /** The checkout page's address from outside; `/{paymentId}` follows. */
  checkoutUrl: string
  /** The widget's and the manage page's addresses from outside; `/?session=` follows. */
  widgetUrl: string
  manageUrl: string
  /** The entries of `X-Forwarded-For` that are believed. */
  trustProxy: TrustedProxies
  /** Null: the pages neither offer nor allow it. */
  walletConnect: WalletConnectSettings | null
  rateLimits: RateLimits
  listeners: ListenerSettings
}

/** Limits of live listeners to a payment, or to a customer's subscriptions. Each of them holds a connection. */
export type ListenerSettings = {
  /** Or of one customer. */
  perPaymentMax: number
  /** Limits one address: offices and phone networks share one. */
  perAddressMax: number
  perProcessMax: number
  /** A followed payment is read this often even without news of it: the bus may lose some. */
  readAnywayMs: number
}

export const defaultListeners: ListenerSettings = {
  perPaymentMax: 100,
  perAddressMax: 100,
  perProcessMax: 5_000,
  readAnywayMs: 15_000,
}

/** Requests for each second of real time. */
export type RateLimits = {
  /** Limits one merchant on one network, over all its API keys. */
  merchantPerSecond: number
  /** Limits one customer of a merchant, over all tokens. */
  customerPerSecond: number
  /** Webhooks that one merchant has sent again. */
  resendsPerSecond: number
  /** Limits one person in the dashboard, over all sessions. */
  accountPerSecond: number
  /** Limits one address without credentials, and one that fails to authenticate. */
  publicPerSecond: number
  /** Files and documents for one address. */
  filesPerSecond: number
}

export const defaultRateLimits: RateLimits = {
  merchantPerSecond: 2_000,
  customerPerSecond: 30,
  resendsPerSecond: 20,
  accountPerSecond: 100,
  publicPerSecond: 100,
  filesPerSecond: 500,
}

/** Says where the test clock is moved to; it counts the owner's charges. */
export type ClockMove = { owner: Owner } & (
  | { seconds: number }
  | { until: Date }
  | { toNext: 'timer' | 'charge' }
)
type ClockAnswer = { now: string } & (
  | { settled: true }
  | {
      settled: false
      stoppedAt: string
      reason: string
      pending: Partial<Record<string, number>>
    }
)

/** The test clock, where every chain of the test network is a local one. */
export type TestClock = {
  read(): Promise<{ now: string }>
  /** Whether it is being moved, and why the last move did not arrive. */
  readMoves(): { isMoving: boolean; lastStop: string | null }
  /**
   * Moves the clock, once for each request, and answers when the service is idle again; `report` hears
   * each step. A repeat is of a request that was made at the moment `at`.
   */
  advance(
    move: ClockMove,
    request: { id: string; at: Date; isRepeat: boolean },
    report?: (step: unknown) => void,
  ): Promise<ClockAnswer>
}

export type HttpDependencies = MerchantDependencies & {
  bus: Bus
  directory: ChainDirectory
  log: Log
  settings: HttpSettings
  testClock: TestClock | null
  readiness: Readiness
}

/** With those of one API's routes: each API counts its callers for itself. */
export type RouteDependencies = HttpDependencies & {
  /** Shared by all APIs, so that a key that is deleted in one opens nothing in the other. */
  keys: ApiKeyCache
  keyUses: KeyUses
  requestLog: RequestLog
  /** All that this process serves, this one among them. */
  cells: Cells
  limiter: RateLimiter
  liveSessions: LiveSessions
  liveDashboards: LiveDashboards
}
