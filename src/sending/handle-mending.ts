/** Mends a nonce lane whose trouble the watcher saw twice, and records that for the operator. */
import { type BrokenLane, mendLane } from './lane-repair.ts'
import { recordAnomaly } from '../store/engine/anomalies.ts'
import type { ClaimedRow } from '../store/engine/outbox.ts'
import type { SendingDependencies, LaneWork } from './dependencies.ts'
import { finishRequests } from './finish-requests.ts'

export const isMendingRequest = ({ name }: Pick<ClaimedRow, 'name'>): boolean => name === 'mendLane'

/** Handles the request to mend a wallet's lane; the watcher makes it again while the trouble lasts. */
export async function handleMending(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const { chain } = work
  const { entityId: wallet, merchantId, network } = row
  const lane: BrokenLane = { blockchain: chain.name, wallet, merchantId, network }
  const mending = await mendLane({ ...dependencies, chain }, lane)
  await finishRequests(dependencies, work, [row], mending?.messages ?? [])
  if (!mending) return
  const { healedBy } = mending
  dependencies.log.warn(
    { blockchain: chain.name, wallet, healedBy },
    'nonce lane was stuck and has been mended; its transactions are sent on',
  )
  const at = dependencies.clock.now()
  const event = { type: 'nonceLane.mended', wallet, blockchain: chain.name }
  const { cause } = row
  await recordAnomaly(
    dependencies.database,
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
