/**
 * Wallets of phones that open a page in their own browser by a link, as their makers document it: the page then finds the
 * wallet there. A link tells the maker the page's address where the app is not installed, so a page whose address opens a
 * session is never opened like this.
 */
type WalletApp = { name: string; address: string }

export function walletApps(page: string): WalletApp[] {
  const encoded = encodeURIComponent(page)
  return [
    {
      name: 'MetaMask',
      address: `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
    },
    {
      name: 'Trust Wallet',
      address: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    },
    { name: 'Coinbase Wallet', address: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
  ]
}
