/** WalletConnect on one payment's page: its settings, and the origins that the page may talk to. */
import type { PaymentView } from '../../../web/checkout/payment-view.ts'
import type { WalletConnectSettings } from '../../../web/walletconnect/settings.ts'

export type OfferedWalletConnect = {
  settings: WalletConnectSettings
  /** The relay's, and that of the node from which the page reads the chain. */
  origins: readonly string[]
}

/** Null where the service has no settings for it, or the chain no node that payers may ask. */
export function offerWalletConnect(
  settings: WalletConnectSettings | null,
  { blockchain }: PaymentView,
): OfferedWalletConnect | null {
  if (!settings || !blockchain.publicRpcUrl) return null
  const origins = [settings.relayUrl, blockchain.publicRpcUrl].map((url) => new URL(url).origin)
  return { settings, origins }
}
