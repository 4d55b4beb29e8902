/**
 * The settings of WalletConnect that the service writes into the page, where it offers
 * WalletConnect.
 */
export type WalletConnectSettings = {
  /** Identifies the operator to the relay. */
  projectId: string
  /** The relay through which page and wallet exchange sealed messages. */
  relayUrl: string
}

/** The id of the page's element that holds the settings as JSON. */
export const settingsElementId = 'walletconnect-settings'
