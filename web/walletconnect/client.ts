/** The WalletConnect client of this page: it talks to the relay and to nobody else. */
import { SignClient } from '@walletconnect/sign-client'
import { MemoryStorage } from './memory-storage.ts'
import type { WalletConnectSettings } from './settings.ts'
import type { Blockchain } from '../wallet/blockchain.ts'

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

/** The wallet learns this of the page, and the chain that it is wanted for. */
export type RemotePurpose = {
  blockchain: Blockchain
  merchantName: string
  description: string | null
}
