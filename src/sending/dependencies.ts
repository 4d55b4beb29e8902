import type { Bus } from '../bus/bus.ts'
import type { ConnectedChain, ConnectedChains } from '../chain/clients.ts'
import type { OpenGasKey } from './signer.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import type { Database } from '../store/database.ts'

/** What the chain relay works with. */
export type SendingDependencies = {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  chains: ConnectedChains
  /** What is known of chains that are not among them. */
  directory: Pick<ChainDirectory, 'absent'>
  openGasKey: OpenGasKey
}

/** The rows of one merchant on one chain, taken together, while they are ours. */
export type LaneWork = {
  chain: ConnectedChain
  merchantId: string
  rows: ClaimedRow[]
  /** After this moment of `performance.now()` the rows may be somebody else's. */
  leaseEndsAt: number
}

/** A message that answers a row to whoever asked, under the row's own cause. */
export const createAnswer = (
  row: ClaimedRow,
  suffix: string,
  event: Message['event'],
): Message => ({
  id: `${row.id}/${suffix}`,
  kind: row.kind,
  entityId: row.entityId,
  merchantId: row.merchantId,
  network: row.network,
  event,
  cause: row.cause,
})
