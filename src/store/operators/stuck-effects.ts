/**
 * What an operator does with an effect that does not get done: tries it again now, or parks it, so that it is
 * tried no more until somebody says so. A parked row stays in the outbox: what was asked for is never forgotten.
 */
import type { Database } from '../database.ts'
import { type Channel, OutboxRow } from '../tables/path.ts'

/** Rows of webhooks are their merchant's matter, who sees them and sends them again. */
const operatorsChannels = ['actor', 'chain', 'event'] as const satisfies Channel[]
export type OperatorsChannel = (typeof operatorsChannels)[number]

/** Later than any retry: a row that waits until then is parked. */
const parkedUntil = '9999-12-31T00:00:00Z'
/** As many as nobody finds suspicious: a row that fails once more is listed again. */
const attemptsBegunWith = 3

export const isParked = ({ availableAt }: Pick<OutboxRow, 'availableAt'>): boolean =>
  availableAt.getTime() >= Date.parse(parkedUntil)

/** Lets a row be tried at once. @returns its channel, which the caller wakes; null where there is no such row */
export const retryEffect = (database: Database, id: string): Promise<OperatorsChannel | null> =>
  moveRow(
    database,
    id,
    `available_at = to_timestamp(0), waits_for = null, attempts = least(attempts, ${attemptsBegunWith})`,
  )

/** Lets a row be tried no more, with the reason in its last error. @returns as `retryEffect` does */
export const parkEffect = (
  database: Database,
  id: string,
  reason: string,
): Promise<OperatorsChannel | null> =>
  moveRow(
    database,
    id,
    `available_at = '${parkedUntil}', waits_for = null, last_error = $3,
     attempts = greatest(attempts, ${attemptsBegunWith + 1})`,
    [`parked by an operator: ${reason}`],
  )

async function moveRow(
  { pool }: Database,
  id: string,
  change: string,
  values: string[] = [],
): Promise<OperatorsChannel | null> {
  const { rows } = await pool.query<{ channel: OperatorsChannel }>(
    `update outbox set ${change} where id = $1 and channel = any($2) returning channel`,
    [id, operatorsChannels, ...values],
  )
  return rows[0]?.channel ?? null
}
