/**
 * Lets sweeps wait for others, because together they cost less: until the oldest has waited for
 * `sweepAfterSeconds`, by the database's own time, or until enough wait to fill a batch.
 */
import type { ConnectedChain } from '../../chain/clients.ts'
import { sweepsMax } from '../../chain/gas/gas-limits.ts'
import { partition } from '../../shared/partition.ts'
import { backoffMs } from '../../shared/retry.ts'
import { waitingAfterFailedSweep, waitingForOthers } from '../../store/pending-work.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import type { SendingDependencies } from '../dependencies.ts'
import { postponeRequests } from '../finish-requests.ts'

/** After the first failure, and the longest; it doubles each time. */
const failedWaitMs = 2_000
const failedWaitMsMax = 6 * 60 * 60_000

type Waiting = { count: number; untilMs: number | null }

/** Not those that somebody holds just now: they are tried for the second time. */
const isWaiting = `channel = 'chain' and lane = $1 and last_error = $2 and attempts = 1
  and available_at > now()`

/** Returns the rows whose waiting is over; the others are kept. */
export async function gatherSweeps(
  dependencies: SendingDependencies,
  { sweepAfterSeconds }: ConnectedChain,
  rows: ClaimedRow[],
): Promise<ClaimedRow[]> {
  const [failed, fresh] = partition(rows, isAfterFailure)
  await keepFailed(dependencies, failed)
  // Who comes a second time has waited.
  const young = fresh.filter(({ attempts }) => attempts === 1)
  if (sweepAfterSeconds === 0 || !young.length) return fresh
  const { lane } = young[0]!
  const { count, untilMs } = await findWaiting(dependencies, lane)
  const isFull = count + young.length >= sweepsMax
  const delayMs = isFull ? 0 : (untilMs ?? sweepAfterSeconds * 1000)
  await postponeRequests(dependencies, young, delayMs, waitingForOthers)
  if (isFull) await callWaiting(dependencies, lane)
  return fresh.filter((row) => !young.includes(row))
}

/** Asked for again because the last one failed, and not waited yet. */
const isAfterFailure = ({ attempts, payload }: ClaimedRow): boolean =>
  attempts === 1 && failuresOf(payload) > 0

const failuresOf = (payload: ClaimedRow['payload']): number => Number(payload['failures'] ?? 0)

/** The more often a sweep has failed, the longer it waits before it is tried again. */
async function keepFailed(dependencies: SendingDependencies, rows: ClaimedRow[]): Promise<void> {
  for (const row of rows) {
    const delayMs = backoffMs(failuresOf(row.payload), failedWaitMs, failedWaitMsMax)
    await postponeRequests(dependencies, [row], delayMs, waitingAfterFailedSweep)
  }
}

/** All that wait in a lane go together, when the first of them may. */
async function findWaiting({ database }: SendingDependencies, lane: string): Promise<Waiting> {
  const { rows } = await database.pool.query<Waiting>({
    name: 'sweeps-waiting',
    text: `select count(*)::int as count,
        (extract(epoch from min(available_at) - now()) * 1000)::float8 as "untilMs"
      from outbox where ${isWaiting}`,
    values: [lane, waitingForOthers],
  })
  return rows[0]!
}

async function callWaiting({ database, bus }: SendingDependencies, lane: string): Promise<void> {
  await database.pool.query(`update outbox set available_at = now() where ${isWaiting}`, [
    lane,
    waitingForOthers,
  ])
  bus.wake('chain')
}
