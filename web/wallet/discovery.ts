/**
 * Finds the wallets of this browser: those that announce themselves (EIP-6963), and only where none does, the one at
 * `window.ethereum`.
 */
import { toLegacyWallets } from './legacy.ts'
import { toWallet } from './wallet.ts'
import type { Wallet } from './provider.ts'

/**
 * Wallets announce themselves at once when they are asked; one that is still loading gets as long as until the first
 * look. Others come late, on a slow phone, and tell nobody: they are looked for again.
 */
const looksMs = [500, 1_000, 2_000, 4_000]
/** Phones tell so when they have put their wallet there late; whoever comes back to the page may have it by then, too. */
const occasions = ['ethereum#initialized', 'visibilitychange']

/**
 * Calls `onFound` for every wallet, until the returned function is called. `unnamed` is what a wallet is called that does
 * not say its name.
 */
export function discoverWallets(
  unnamed: string,
  onFound: (wallet: Wallet) => void,
  page = globalThis as unknown as EventTarget,
): () => void {
  let hasAnnounced = false
  const onAnnounced = (event: Event) => {
    const wallet = toWallet((event as CustomEvent<unknown>).detail)
    if (!wallet) return
    hasAnnounced = true
    onFound(wallet)
  }
  const lookForLegacy = () => {
    if (hasAnnounced) return
    try {
      const { ethereum } = globalThis as { ethereum?: unknown }
      for (const wallet of toLegacyWallets(ethereum, unnamed)) onFound(wallet)
    } catch {
      // What stands there lets nobody look at it.
    }
  }
  page.addEventListener('eip6963:announceProvider', onAnnounced)
  for (const occasion of occasions) page.addEventListener(occasion, lookForLegacy)
  const timers = looksMs.map((ms) => setTimeout(lookForLegacy, ms))
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    for (const timer of timers) clearTimeout(timer)
    page.removeEventListener('eip6963:announceProvider', onAnnounced)
    for (const occasion of occasions) page.removeEventListener(occasion, lookForLegacy)
  }
}
