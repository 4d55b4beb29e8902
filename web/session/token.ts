/**
 * The customer's token. It comes in the page's address and is taken out of it at once, so that it
 * is neither bookmarked nor photographed nor sent on with a copied address. It stays in this tab,
 * for a reload.
 */
import { keep, recall } from '../browser/kept.ts'

const storageKey = 'customer-session'

/** The service makes tokens like this: 256 bits in 43 letters. */
const tokenPattern = /^[\w-]{43}$/

export const isWholeToken = (token: string): boolean => tokenPattern.test(token)

/** Returns the token with which the page was opened; null where there is none. */
export function takeToken(): string | null {
  const address = new URL(location.href)
  const given = address.searchParams.get('session')
  if (given === null) return recallToken()
  address.searchParams.delete('session')
  history.replaceState(history.state, '', address)
  keep('sessionStorage', storageKey, given)
  return given
}

/** The token of this tab; null where there is none. Without storage the page asks for the link when it is loaded again. */
export const recallToken = (): string | null => recall('sessionStorage', storageKey)

/**
 * The address of this page as it was opened, with its token, for the payer's own other browser: without
 * the token it would open nothing there. A frame is left behind.
 */
export function pageLinkWith(token: string): string {
  const address = new URL(location.href)
  address.searchParams.set('session', token)
  address.searchParams.delete('frame-mode')
  return address.href
}
