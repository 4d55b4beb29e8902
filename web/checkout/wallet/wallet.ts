/** A wallet as it introduces itself (EIP-6963). Any script of the browser may do so, under any name. */
import { toItemName } from '../item-name.ts'
import type { Provider } from './provider.ts'

export type Wallet = {
  /** Names the wallet's maker, as `io.metamask`. */
  rdns: string
  name: string
  /** A picture within the address itself; null where it is none. */
  icon: string | null
  provider: Provider
  /** Ends its session, where it has one of its own with this page. */
  end?: () => void
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
