/** Every wallet that a page can offer: those of this browser, and WalletConnect where it is set. */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { useWalletConnect } from '../walletconnect/use-walletconnect.ts'
import { useSpeech } from '../parts/speech.ts'
import { discoverWallets } from './discovery.ts'
import { withWallet } from './wallet.ts'
import type { Wallet } from './provider.ts'
import type { RemotePurpose } from '../walletconnect/client.ts'

export type OfferedWallets = {
  wallets: readonly Wallet[]
  /** The code by which a wallet on another device connects; null unless the page waits for one. */
  pairingUri: string | null
}

export function useWallets(purpose: RemotePurpose): OfferedWallets {
  const discovered = useDiscovered()
  const { wallet: remote, uri: pairingUri } = useWalletConnect(purpose)
  const wallets = useMemo(() => (remote ? [...discovered, remote] : discovered), [discovered])
  return { wallets, pairingUri }
}

function useDiscovered(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  const { say } = useSpeech()
  const unnamed = say('unnamedWallet')
  // Wallets answer at once: the page asks before it is painted, and has its order from the beginning.
  useLayoutEffect(() => {
    const onFound = (found: Wallet) => setWallets((known) => withWallet(known, found))
    return discoverWallets(unnamed, onFound)
  }, [unnamed])
  return wallets
}
