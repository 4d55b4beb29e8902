import type { Bus } from '../bus/bus.ts'
import type { ConnectedChain, ConnectedChains } from '../chain/clients.ts'
import type { LeasedRow } from '../store/engine/chain-queue.ts'
import type { LaneClosing } from './lane-claims.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import type { ClaimedRow } from '../store/engine/outbox.ts'
import type { Database } from '../store/database.ts'
import type { OpenGasKey } from './signing-reads.ts'

/** The dependencies of the chain relay. */
export type SendingDependencies = {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  chains: ConnectedChains
  /** Knows the chains of the chains file that are not served. */
  directory: Pick<ChainDirectory, 'absent'>
  openGasKey: OpenGasKey
}

/** The rows of one merchant on one chain, claimed together. */
export type LaneWork = {
  chain: ConnectedChain
  merchantId: string
  rows: LeasedRow[]
  /** After this moment of `elapsedMs()` another process may have claimed the rows; it is put off while they are worked on. */
  leaseEndsAt: number
  /** Whether they only try if what the lane was closed for is still so. */
  isTrying: boolean
  /** Lets no more requests that become transactions be claimed for a while. */
  close: (closing: LaneClosing) => void
}

/** Creates the message that answers a request to the actor that made it, with the request's own cause. */
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
