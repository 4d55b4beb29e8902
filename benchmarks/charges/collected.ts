/** Waits until charges that are due together are confirmed, and counts what they cost. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export type Collected = {
  /** Until the first, and until the last was confirmed. */
  firstSeconds: number
  seconds: number
  transactions: number
  gasPerCharge: number
  /** Row updates of the outbox, and rows of the journal, for each charge. */
  outboxUpdates: number
  journalRows: number
}

const lookEveryMs = 100
/** Looking takes at most this share of the time: counting 100,000 charges is work of its own. */
const lookShareMax = 0.02
/** Without another charge confirmed for so long, they have come to a stop. */
const patienceMs = 2 * 60_000
/** After this, Postgres has counted what was written before. */
const countedAfterMs = 1_500

/** Makes the charges of a period due, and waits until every one is confirmed. */
export async function collect(
  pool: pg.Pool,
  period: number,
  charges: number,
  makeDue: () => Promise<unknown>,
): Promise<Collected> {
  const before = await countWrites(pool)
  const startedAt = performance.now()
  await makeDue()
  const seconds = () => (performance.now() - startedAt) / 1000
  let firstSeconds = 0
  await untilCount(
    pool,
    `charge where period = ${period} and status = 'Succeeded'`,
    charges,
    () => (firstSeconds ||= seconds()),
  )
  const took = seconds()
  await untilCount(pool, `transaction where status = 'Final'`, await countAll(pool, 'transaction'))
  const purpose = period === 1 ? 'activate' : 'charge'
  const gas = await gasOf(pool, purpose, charges)
  const after = await countWrites(pool)
  return {
    seconds: took,
    firstSeconds,
    ...gas,
    outboxUpdates: (after.outbox - before.outbox) / charges,
    journalRows: (after.journal - before.journal) / charges,
  }
}

async function countWrites(pool: pg.Pool): Promise<{ outbox: number; journal: number }> {
  await sleep(countedAfterMs)
  const { rows } = await pool.query<{ outbox: number; journal: number }>(
    `select sum(n_tup_upd) filter (where relname = 'outbox')::float8 as outbox,
       sum(n_tup_ins) filter (where relname like 'journal%')::float8 as journal
     from pg_stat_user_tables`,
  )
  return rows[0]!
}

async function countAll(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  )
  return rows[0]!.count
}

async function gasOf(pool: pg.Pool, purpose: string, charges: number) {
  const { rows } = await pool.query<{ transactions: number; gas: string }>(
    `select count(*)::int as transactions,
      sum((snapshot->'context'->'minedIn'->>'gasUsed')::numeric) as gas
     from transaction where purpose = $1 and snapshot->'context'->>'minedIn' is not null`,
    [purpose],
  )
  const { transactions, gas } = rows[0]!
  return { transactions, gasPerCharge: Number(gas) / charges }
}

/**
 * Waits until so many rows are there.
 *
 * @throws when nothing is added for two minutes
 */
export async function untilCount(
  pool: pg.Pool,
  rowsOf: string,
  wanted: number,
  onFirst: () => void = () => undefined,
): Promise<void> {
  let found = 0
  let lookedMs = 0
  let movedAt = performance.now()
  while (found < wanted) {
    if (performance.now() - movedAt > patienceMs)
      throw new Error(`it came to a stop at ${found} of ${wanted}: ${rowsOf}`)
    await sleep(Math.max(lookEveryMs, lookedMs / lookShareMax))
    const lookedAt = performance.now()
    const now = await countAll(pool, rowsOf)
    lookedMs = performance.now() - lookedAt
    if (now > found) movedAt = performance.now()
    found = now
    if (found > 0) onFirst()
  }
}
