/** The sentences of the shared parts, which every page has. */
export const english = {
  network: 'Network',
  token: 'Token',

  copy: 'Copy',
  copyAddress: 'Copy the address',
  copied: 'Copied',
  addressCopied: 'Address copied',
  pageCopied: 'Link to this page copied',
  openInApp: 'Open in a wallet app',

  unnamedWallet: 'Wallet of this browser',
  noWallet: 'There is no wallet in this browser.',
  noWalletTouched: 'On a phone, the wallet is an app with a browser of its own.',
  copyPage: 'Copy the link to this page',
  connectHint: 'First connect; nothing is paid yet.',
  connecting: 'Confirm the connection in {wallet}.',
  connectedAs: 'Connected with {wallet}',
  pairingHint: 'Scan this code with your wallet app, or open it on this device.',
  pairingCodeText: 'QR code that connects a wallet app with this page.',
  copyPairing: 'Copy the connection link',
  pairingCopied: 'Connection link copied',
  otherWallet: 'Use another wallet',
  checking: 'Checking address and network…',

  wrongNetwork: 'Your wallet is on another network.',
  switchTo: 'Switch to {network}',
  switching: 'Confirm the switch in {wallet}.',
  switchRefused: 'The wallet stayed on the other network. This page works on {network} only.',
  networkUnknown:
    'Your wallet does not know {network}. Add it in the wallet’s settings, then try again.',

  declined: 'You declined in the wallet. Nothing was sent.',
  alreadyAsked: 'The wallet is waiting for you: open it and answer there.',
  walletFailed: 'The wallet said: {message}',
  walletSilent: 'The wallet did not answer. Check that it is unlocked, and try again.',
  tryAgain: 'Try again',

  transaction: 'Transaction',
  receiptDate: 'Date',
  paymentNumber: 'Payment number',
  returnTo: 'Return to {host}',
  opensNewTab: 'opens in a new tab',

  contact: 'Contact {merchant}: {address}',
  questions: 'Questions',
} as const
