/** The settings of the HTTP role, and its limits. */
import type { WalletConnectSettings } from '../../web/walletconnect/settings.ts'
import type { TrustedProxies } from '../shared/trust-proxy.ts'

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
