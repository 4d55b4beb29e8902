/** Addresses of pages that letters lead to. Secrets stand behind the `#`, which no server sees. */
import type { Network } from '../../shared/network.ts'

export type MailPlaces = {
  /** The host of the service, by which people know it. */
  host: string
  accountLink(token: string): string
  screen(network: Network, path: string): string
  unsubscribe(token: string): string
}

/** `baseUrl` is the service's address from outside, without a slash at its end. */
export function placesOf(baseUrl: string): MailPlaces {
  const screen = (network: Network, path: string) =>
    `${baseUrl}/dashboard/${network === 'TestNet' ? 'test' : 'main'}/${path}`
  return {
    host: new URL(baseUrl).host,
    accountLink: (token) => `${baseUrl}/dashboard/account-link#${encodeURIComponent(token)}`,
    screen,
    unsubscribe: (token) => `${baseUrl}/mails/unsubscribe?token=${encodeURIComponent(token)}`,
  }
}
