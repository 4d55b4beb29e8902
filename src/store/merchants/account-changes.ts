/** What was done to accounts, by whom and from where: a table that only grows. */
import { newId } from '../../shared/ids.ts'
import { AccountChange } from '../tables/people.ts'
import type { MerchantRoom } from './merchants.ts'

/** Who does something: an e-mail address or a command, and the address it came from. */
export type Actor = { by: string; from: string | null }

export type AccountEvent =
  | 'Invited'
  | 'ResetIssued'
  | 'PasswordSet'
  | 'PasswordChanged'
  | 'SessionsEnded'
  | 'Disabled'
  | 'Enabled'

type Room = Pick<MerchantRoom, 'database' | 'clock'>

export async function recordAccountChange(
  { database, clock }: Room,
  accountId: string,
  change: AccountEvent,
  { by, from }: Actor,
): Promise<void> {
  const at = clock.realNow()
  const row = { id: newId(at), accountId, change, changedBy: by, changedFrom: from, at }
  await database.orm.em.fork().insert(AccountChange, row)
}

/** Lists what was done to an account, the newest first. */
export async function listAccountChanges(
  { database }: Pick<Room, 'database'>,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ change: string; by: string; from: string | null; at: Date }[]> {
  const found = await database.orm.em
    .fork()
    .find(AccountChange, { accountId }, { orderBy: { id: 'desc' }, ...page })
  return found.map(({ change, changedBy, changedFrom, at }) => ({
    change,
    by: changedBy,
    from: changedFrom ?? null,
    at,
  }))
}
