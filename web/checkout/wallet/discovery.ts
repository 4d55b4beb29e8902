/**
 * Finds the wallets of this browser by their announcements (EIP-6963). Nothing is guessed from
 * `window.ethereum`, for which several wallets fight.
 */
import { toItemName } from '../item-name.ts'
import type { Provider } from './provider.ts'

export type Wallet = {
  /** Names the wallet's maker, as `io.metamask`. */
  rdns: string
  name: string
  /** A picture within the address itself; null where it is none. */
  icon: string | null
  provider: Provider
}

/** Calls `onFound` for every wallet that announces itself, until the returned function is called. */
export function discoverWallets(onFound: (wallet: Wallet) => void): () => void {
  const listener = (event: Event) => {
    const wallet = toWallet((event as CustomEvent<unknown>).detail)
    if (wallet) onFound(wallet)
  }
  addEventListener('eip6963:announceProvider', listener)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => removeEventListener('eip6963:announceProvider', listener)
}

/** Reads an announcement, which any script of the browser may have written; null if it is none. */
export function toWallet(detail: unknown): Wallet | null {
  const { info, provider } = (detail ?? {}) as {
    info?: Record<string, unknown>
    provider?: Provider
  }
  const { rdns, name, icon } = info ?? {}
  if (typeof rdns !== 'string' || typeof name !== 'string') return null
  if (typeof provider?.request !== 'function') return null
  const isPicture = typeof icon === 'string' && /^data:image\/[a-z+.-]+[;,]/i.test(icon)
  return { rdns, name: toItemName(name) ?? rdns, icon: isPicture ? icon : null, provider }
}

/** Adds a wallet to those that are known; one that announces itself again stays where it was. */
export function withWallet(known: readonly Wallet[], found: Wallet): readonly Wallet[] {
  return known.some(({ rdns }) => rdns === found.rdns) ? known : [...known, found]
}
