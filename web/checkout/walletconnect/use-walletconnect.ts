/** WalletConnect as one of the wallets, where the service offers it, and the code that it shows. */
import { useState } from 'preact/hooks'
import type { PaymentView } from '../payment-view.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { settingsElementId, type WalletConnectSettings } from '../walletconnect-settings.ts'
import { walletConnectWallet } from './wallet.ts'

type WalletConnect = {
  wallet: Wallet | null
  /** The code for the wallet to scan or to open, while the page waits for the wallet. */
  uri: string | null
}

export function useWalletConnect(view: PaymentView): WalletConnect {
  const [uri, setUri] = useState<string | null>(null)
  const [wallet] = useState(() => {
    const settings = writtenSettings()
    return settings && walletConnectWallet(settings, view, setUri)
  })
  return { wallet, uri }
}

function writtenSettings(): WalletConnectSettings | null {
  const written = document.getElementById(settingsElementId)?.textContent
  return written ? (JSON.parse(written) as WalletConnectSettings) : null
}
