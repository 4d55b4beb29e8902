/**
 * WalletConnect as one more wallet of the list. Its client, which weighs more than the rest of the
 * page, is loaded only when the payer chooses it.
 */
import type { RemoteWallet } from './remote-wallet.ts'
import type { WalletConnectSettings } from './settings.ts'
import type { Wallet } from '../wallet/provider.ts'
import type { RemotePurpose } from './client.ts'

export const walletConnectRdns = 'org.walletconnect'

/**
 * `onUri` is called with the code that the wallet has to scan, and with null when the code is over.
 */
export function walletConnectWallet(
  settings: WalletConnectSettings,
  purpose: RemotePurpose,
  onUri: (uri: string | null) => void,
): Wallet {
  const events = new EventTarget()
  const onChange = (event: string) => void events.dispatchEvent(new Event(event))
  let loading: Promise<RemoteWallet> | null = null
  const load = async () => {
    const { RemoteWallet } = await import('./remote-wallet.ts')
    return new RemoteWallet(settings, purpose, { onUri, onChange })
  }
  return {
    rdns: walletConnectRdns,
    name: 'WalletConnect',
    icon: null,
    provider: {
      async request({ method, params = [] }) {
        // A page that was just opened has no session, so the client need not be loaded to say so.
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
