/** Reads since when subscriptions stand still: paused, or ended; and since when a contract is frozen. */
import type { StatusOf } from '../../../../machines/actors.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'

/** Statuses in which little happens, so that the turn into them is near the end of a journal. */
const isStandstill: Record<StatusOf['subscription'], boolean> = {
  Draft: false,
  Pending: false,
  Active: false,
  Suspended: false,
  PendingPause: true,
  Paused: true,
  PendingUnPause: true,
  PendingCancel: true,
  Cancelled: true,
  Finished: true,
  Error: false,
}

/** Returns the moments at which subscriptions came to stand still; those that do not are left out. */
export async function findStandstills(
  database: Pick<Database, 'pool'>,
  found: StoredActor<'subscription'>[],
): Promise<Map<string, string>> {
  const standing = found.filter(({ status }) => isStandstill[status])
  if (standing.length === 0) return new Map()
  const { rows } = await database.pool.query<{ id: string; at: string }>(
    `select asked.id, came.at from unnest($1::text[]) as asked (id), lateral (
        select at from journal_turn turn
        where kind = 'subscription' and entity_id = asked.id
          and split_part(from_state, '.', 1) <> split_part(to_state, '.', 1)
        order by revision desc limit 1
      ) came`,
    [standing.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, at }) => [id, new Date(at).toISOString()]))
}

export const isPaused = ({ status }: StoredActor<'subscription'>): boolean =>
  status === 'Paused' || status === 'PendingUnPause'

/**
 * Returns when the pause began that a subscription is in, or is about to leave: from then on its paid time
 * stands still. Null where it is in none, or where the month in which it began is kept elsewhere.
 */
export async function findPauseStart(
  database: Pick<Database, 'pool'>,
  subscription: StoredActor<'subscription'>,
): Promise<Date | null> {
  if (!isPaused(subscription)) return null
  const { rows } = await database.pool.query<{ at: string }>(
    `select at from journal_turn turn
      where kind = 'subscription' and entity_id = $1
        and split_part(to_state, '.', 1) = 'Paused'
        and split_part(from_state, '.', 1) not in ('Paused', 'PendingUnPause')
      order by revision desc limit 1`,
    [subscription.id],
  )
  return rows[0] ? new Date(rows[0].at) : null
}
