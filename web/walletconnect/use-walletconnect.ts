/** WalletConnect as one of the wallets, where the service offers it, and the code that it shows. */
import { useState } from 'preact/hooks'
import type { Blockchain } from '../wallet/blockchain.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { settingsElementId, type WalletConnectSettings } from './settings.ts'
import { walletConnectWallet } from './wallet.ts'

/** The wallet learns this of the page, and the chain that it is wanted for. */
export type RemotePurpose = {
  blockchain: Blockchain
  merchantName: string
  description: string | null
}

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
