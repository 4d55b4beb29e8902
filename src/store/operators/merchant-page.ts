/** Reads what an operator needs to know of a merchant to help it: no secret, and of its business only how it does. */
import type { Clock } from '../../shared/clock.ts'
import { type Network, networks } from '../../shared/network.ts'
import type { Database } from '../database.ts'
import { listWaitingReceivers, type WaitingReceiver } from '../merchants/pending-receivers.ts'
import type { WebhookEndpointResource } from '../../core/resources/webhook-endpoint.ts'
import { countOfMerchant } from '../views/counts.ts'
import { readWebhookEndpoint } from '../views/webhook-endpoint.ts'

type EndpointHealth = {
  status: WebhookEndpointResource['status']
  /** The host of its address; the rest of it may hold a secret. */
  host: string | null
  /** Deliveries that have not arrived yet. */
  waiting: number
  lastError: string | null
}

export type MerchantOnNetwork = {
  network: Network
  states: { kind: string; status: string; count: number }[]
  endpoint: EndpointHealth
  /** Changes of where the money goes that do not count yet. */
  waitingReceivers: WaitingReceiver[]
}

/** Reads how a merchant does, network by network. */
export async function readMerchantNetworks(
  dependencies: { database: Database; clock: Clock },
  merchantId: string,
): Promise<MerchantOnNetwork[]> {
  const counts = await countOfMerchant(dependencies.database, merchantId)
  return Promise.all(
    networks.map(async (network) => ({
      network,
      states: counts
        .filter((one) => one.network === network)
        .map(({ kind, status, count }) => ({ kind, status, count })),
      endpoint: toHealth(await readWebhookEndpoint(dependencies, { merchantId, network })),
      waitingReceivers: await listWaitingReceivers(dependencies, { merchantId, network }),
    })),
  )
}

function toHealth({ status, url, waiting, keys }: WebhookEndpointResource): EndpointHealth {
  // A failure from before the last answer is over.
  const failing = keys.filter((key) => key.status !== 'Answering')
  const lastError = failing.find(({ lastFailure }) => lastFailure)?.lastFailure?.error ?? null
  return { status, host: url === null ? null : new URL(url).host, waiting, lastError }
}
