/** What the service wrote into the page for WalletConnect; nothing where it is not to be offered. */
export type WalletConnectSettings = {
  /** Names the operator to the relay. */
  projectId: string
  /** Where page and wallet leave their messages, sealed, for each other. */
  relayUrl: string
}

/** The element of the page that holds them, as JSON. */
export const settingsElementId = 'walletconnect-settings'
