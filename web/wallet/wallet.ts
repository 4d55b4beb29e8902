/** A wallet as it introduces itself (EIP-6963). Any script of the browser may do so, under any name. */
import { toItemName } from '../input/item-name.ts'
import { isLegacy } from './legacy.ts'
import type { Provider, Wallet } from './provider.ts'

/**
 * Reads an announcement, which any script of the browser may have written; null if it is invalid.
 */
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

/**
 * Adds a wallet to the known ones; one that announces itself again keeps its place. One that announces itself takes the
 * place of what was found at `window.ethereum`, which may be itself.
 */
export function withWallet(known: readonly Wallet[], found: Wallet): readonly Wallet[] {
  if (known.some(({ rdns }) => rdns === found.rdns)) return known
  return [...(isLegacy(found) ? known : known.filter((one) => !isLegacy(one))), found]
}
