/** WalletConnect as one of the wallets, where the service offers it, and the code that it shows. */
import { useState } from 'preact/hooks'
import { settingsElementId, type WalletConnectSettings } from './settings.ts'
import { walletConnectWallet } from './wallet.ts'
import type { Wallet } from '../wallet/provider.ts'
import type { RemotePurpose } from './client.ts'

type WalletConnect = {
  wallet: Wallet | null
  /** The code for the wallet to scan or to open, while the page waits for the wallet. */
  uri: string | null
}

export function useWalletConnect(purpose: RemotePurpose): WalletConnect {
  const [uri, setUri] = useState<string | null>(null)
  const [wallet] = useState(() => {
    const settings = writtenSettings()
    // Without a node that the page may ask, nothing could be checked before a signature.
    const isOffered = settings && purpose.blockchain.publicRpcUrl !== null
    return isOffered ? walletConnectWallet(settings, purpose, setUri) : null
  })
  return { wallet, uri }
}

function writtenSettings(): WalletConnectSettings | null {
  const written = document.getElementById(settingsElementId)?.textContent
  return written ? (JSON.parse(written) as WalletConnectSettings) : null
}
