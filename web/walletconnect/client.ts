/** The WalletConnect client of this page: it talks to the relay and to nobody else. */
import { SignClient } from '@walletconnect/sign-client'
import type { RemotePurpose } from './use-walletconnect.ts'
import { MemoryStorage } from './memory-storage.ts'
import type { WalletConnectSettings } from './settings.ts'

/** The client asks for this, which Safari has from 15.4 on. */
Object.hasOwn ??= (of: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(of, name)

export type Client = Awaited<ReturnType<typeof SignClient.init>>

export async function startClient(
  { projectId, relayUrl }: WalletConnectSettings,
  { merchantName, description }: RemotePurpose,
): Promise<Client> {
  const client = await SignClient.init({
    projectId,
    relayUrl,
    storage: new MemoryStorage(),
    logger: 'silent',
    telemetryEnabled: false,
    metadata: {
      name: merchantName,
      description: description ?? merchantName,
      url: location.origin,
      icons: [],
    },
  })
  // Verification would have a third party vouch for this page, in a frame that the page's policy
  // refuses.
  client.core.verify.register = async () => ''
  return client
}
