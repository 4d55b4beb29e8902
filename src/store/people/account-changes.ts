/** The history of accounts: what was done, by whom and from where. The table only grows. */
import type { ClientBase } from 'pg'
import { newId } from '../../shared/ids.ts'
import { AccountChange } from '../tables/people.ts'
import type { AuditTrail } from './audit.ts'
import type { WithClock } from '../parts.ts'

/** The origin of a change: an e-mail address or a command, the network address it came from, and its entry in the audit log. */
export type Origin = { by: string; from: string | null; audit?: AuditTrail | undefined }
/** The person who acts, by an account and a session of it, or the command line; one of the demo reaches no further than the demo. */
export type Actor = Origin & { isDemo: boolean; accountId?: string; sessionId?: string }

export type AccountEvent =
  | 'Invited'
  | 'ResetIssued'
  | 'PasswordSet'
  | 'PasswordChanged'
  | 'SessionsEnded'
  | 'RoleChanged'
  | 'AuthenticatorAdded'
  | 'AuthenticatorRemoved'
  | 'PasskeyAdded'
  | 'PasskeyRemoved'
  | 'RecoveryCodesMade'
  | 'SecondFactorsRemoved'
  | 'Disabled'
  | 'Enabled'
type Change = {
  accountId: string
  change: AccountEvent
  actor: Origin
  at: Date
}

/** Records a change here and in the audit log, in the commit of the change itself. */
export async function insertAccountChange(
  client: ClientBase,
  { accountId, change, actor, at }: Change,
): Promise<void> {
  await client.query(
    `insert into account_change (id, account_id, change, changed_by, changed_from, at)
     values ($1, $2, $3, $4, $5, $6)`,
    [newId(at), accountId, change, actor.by, actor.from, at],
  )
  await actor.audit?.write(client)
}

/** Lists the changes of an account, the newest first. */
export async function listAccountChanges(
  { database }: Pick<WithClock, 'database'>,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ change: string; by: string; from: string | null; at: Date }[]> {
  const found = await database.orm.em
    .fork()
    .find(AccountChange, { accountId }, { orderBy: { sequence: 'desc' }, ...page })
  return found.map(({ change, changedBy, changedFrom, at }) => ({
    change,
    by: changedBy,
    from: changedFrom ?? null,
    at,
  }))
}
