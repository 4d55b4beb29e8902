/** Mends a nonce lane whose trouble the watcher saw twice, and says so to whoever looks after it. */
import { type BrokenLane, mendLane } from './lane-repair.ts'
import { recordAnomaly } from '../store/anomalies.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import type { ChainRelayRoom, LaneWork } from './dependencies.ts'
import { end } from './finish-requests.ts'

export const isMendingRequest = ({ name }: ClaimedRow): boolean => name === 'mendLane'

/** Handles the request to mend the lane of a wallet; it is made again while it is needed. */
export async function handleMending(
  room: ChainRelayRoom,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const { chain } = work
  const { entityId: wallet, merchantId, network } = row
  const lane: BrokenLane = { blockchain: chain.name, wallet, merchantId, network }
  const mending = await mendLane({ ...room, chain }, lane)
  await end(room, work, [row], mending?.messages ?? [])
  if (!mending) return
  const { healedBy } = mending
  room.log.warn({ blockchain: chain.name, wallet, healedBy }, 'a lane was mended')
  const at = room.clock.now()
  const event = { type: 'nonceLane.mended', wallet, blockchain: chain.name }
  const { cause } = row
  await recordAnomaly(
    room.database,
    {
      id: `${row.id}/${at.getTime()}`,
      kind: 'transaction',
      entityId: wallet,
      merchantId,
      network,
      event,
      cause,
    },
    { state: 'Mended', reason: healedBy, at },
  )
}
