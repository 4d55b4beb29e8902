/**
 * Finds the wallets of this browser: those that announce themselves (EIP-6963), and only where none does, the one at
 * `window.ethereum`.
 */
import { toLegacyWallets } from './legacy.ts'
import { toWallet, type Wallet } from './wallet.ts'

/** Wallets announce themselves at once when they are asked; one that is still loading gets as long as this. */
const announcingMs = 500

/**
 * Calls `onFound` for every wallet, until the returned function is called. `unnamed` is what a wallet is called that does
 * not say its name.
 */
export function discoverWallets(unnamed: string, onFound: (wallet: Wallet) => void): () => void {
  let hasAnnounced = false
  const onAnnounced = (event: Event) => {
    const wallet = toWallet((event as CustomEvent<unknown>).detail)
    if (!wallet) return
    hasAnnounced = true
    onFound(wallet)
  }
  const lookForLegacy = () => {
    if (hasAnnounced) return
    const { ethereum } = globalThis as { ethereum?: unknown }
    for (const wallet of toLegacyWallets(ethereum, unnamed)) onFound(wallet)
  }
  addEventListener('eip6963:announceProvider', onAnnounced)
  // Phones tell so when they have put their wallet there late.
  addEventListener('ethereum#initialized', lookForLegacy)
  const timer = setTimeout(lookForLegacy, announcingMs)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    clearTimeout(timer)
    removeEventListener('eip6963:announceProvider', onAnnounced)
    removeEventListener('ethereum#initialized', lookForLegacy)
  }
}
