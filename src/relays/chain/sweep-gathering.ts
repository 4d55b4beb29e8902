/**
 * Lets sweeps wait for others, because together they cost less: until the oldest has waited for
 * `sweepAfterSeconds`, by the database's own time, or until enough wait to fill a batch.
 */
import type { ConnectedChain } from '../../chain/clients.ts'
import { sweepsMax } from '../../chain/gas-limits.ts'
import { waitingForOthers } from '../../store/settling.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import type { ChainRelayRoom } from './room.ts'
import { keep } from './settle-rows.ts'

type Waiting = { count: number; untilMs: number | null }

/** Not those that somebody holds just now: they are tried for the second time. */
const isWaiting = `channel = 'chain' and lane = $1 and last_error = $2 and attempts = 1
  and available_at > now()`

/** Returns the rows whose waiting is over; the others are kept. */
export async function gatherSweeps(
  room: ChainRelayRoom,
  { sweepAfterSeconds }: ConnectedChain,
  rows: ClaimedRow[],
): Promise<ClaimedRow[]> {
  // Who comes a second time has waited.
  const young = rows.filter(({ attempts }) => attempts === 1)
  if (sweepAfterSeconds === 0 || !young.length) return rows
  const { lane } = young[0]!
  const { count, untilMs } = await findWaiting(room, lane)
  const isFull = count + young.length >= sweepsMax
  const delayMs = isFull ? 0 : (untilMs ?? sweepAfterSeconds * 1000)
  await keep(room, young, delayMs, waitingForOthers)
  if (isFull) await callWaiting(room, lane)
  return rows.filter((row) => !young.includes(row))
}

/** All that wait in a lane go together, when the first of them may. */
async function findWaiting({ database }: ChainRelayRoom, lane: string): Promise<Waiting> {
  const { rows } = await database.pool.query<Waiting>({
    name: 'sweeps-waiting',
    text: `select count(*)::int as count,
        (extract(epoch from min(available_at) - now()) * 1000)::float8 as "untilMs"
      from outbox where ${isWaiting}`,
    values: [lane, waitingForOthers],
  })
  return rows[0]!
}

async function callWaiting({ database, bus }: ChainRelayRoom, lane: string): Promise<void> {
  await database.pool.query(`update outbox set available_at = now() where ${isWaiting}`, [
    lane,
    waitingForOthers,
  ])
  bus.wake('chain')
}
