/**
 * The wallet at the other end of WalletConnect, as one more of those in the list. The client, which
 * weighs more than the rest of the page, is loaded when the payer chooses it and not before.
 */
import type { PaymentView } from '../payment-view.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { RemoteWallet } from './remote-wallet.ts'
import type { WalletConnectSettings } from '../walletconnect-settings.ts'

export const walletConnectRdns = 'org.walletconnect'

/** `onUri` is told what the wallet has to scan, and null when that holds no longer. */
export function walletConnectWallet(
  settings: WalletConnectSettings,
  view: PaymentView,
  onUri: (uri: string | null) => void,
): Wallet {
  const events = new EventTarget()
  const onChange = (event: string) => void events.dispatchEvent(new Event(event))
  let loading: Promise<RemoteWallet> | null = null
  const load = async () => {
    const { RemoteWallet } = await import('./remote-wallet.ts')
    return new RemoteWallet(settings, view, { onUri, onChange })
  }
  return {
    rdns: walletConnectRdns,
    name: 'WalletConnect',
    icon: null,
    provider: {
      async request({ method, params = [] }) {
        // A page that has just been opened has no session, and needs no client to say so.
        if (!loading && method === 'eth_accounts') return []
        loading ??= load()
        const remote = await loading.catch((error: unknown) => {
          loading = null
          throw error
        })
        return remote.request(method, params)
      },
      on: (event, listener) => events.addEventListener(event, listener),
      removeListener: (event, listener) => events.removeEventListener(event, listener),
    },
    end: () => void loading?.then((remote) => remote.end()).catch(() => undefined),
  }
}
