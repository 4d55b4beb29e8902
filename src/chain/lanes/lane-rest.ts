/**
 * Lets a lane rest whose transactions nodes refuse for good, longer each time, before it begins another
 * one: every refused one uses up a nonce and the gas of an empty transaction.
 */
import type { Pool } from 'pg'
import type { LaneKey } from './nonce-lanes.ts'
import { backoffMs } from '../../shared/time.ts'

const restMs = 15_000
const restMsMax = 60 * 60_000

/** Counts a refused transaction, and lets the lane rest. */
export async function recordRefusal(
  pool: Pool,
  { blockchain, wallet }: LaneKey,
): Promise<{ refusals: number; restsMs: number }> {
  const { rows } = await pool.query<{ refusals: number }>({
    name: 'lane-refusal',
    text: `update nonce_lane set refusals = refusals + 1 where blockchain = $1 and wallet = $2
      returning refusals`,
    values: [blockchain, wallet],
  })
  const refusals = rows[0]?.refusals ?? 0
  const restsMs = backoffMs(refusals, restMs, restMsMax)
  await pool.query({
    name: 'lane-rest',
    text: `update nonce_lane set rests_until = now() + $3 * interval '1 millisecond'
      where blockchain = $1 and wallet = $2`,
    values: [blockchain, wallet, restsMs],
  })
  return { refusals, restsMs }
}

/** Reads how much longer a lane rests, in milliseconds; 0 where it does not. */
export async function readRestMs(pool: Pool, { blockchain, wallet }: LaneKey): Promise<number> {
  const { rows } = await pool.query<{ restsMs: number | null }>({
    name: 'lane-rests-for',
    text: `select (extract(epoch from rests_until - now()) * 1000)::float8 as "restsMs"
      from nonce_lane where blockchain = $1 and wallet = $2`,
    values: [blockchain, wallet],
  })
  return Math.max(0, rows[0]?.restsMs ?? 0)
}

/** Forgets a lane's refusals and ends its rest, because one of its transactions was mined. */
export async function forgetRefusals(pool: Pool, { blockchain, wallet }: LaneKey): Promise<void> {
  await pool.query({
    name: 'lane-forget-refusals',
    text: `update nonce_lane set refusals = 0, rests_until = null
      where blockchain = $1 and wallet = $2 and refusals > 0`,
    values: [blockchain, wallet],
  })
}
