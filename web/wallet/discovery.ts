/**
 * Finds the wallets of this browser by their announcements (EIP-6963). `window.ethereum` is
 * ignored, because several wallets fight for it.
 */
import { toWallet, type Wallet } from './wallet.ts'

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
