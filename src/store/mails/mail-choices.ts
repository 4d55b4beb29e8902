/** Stores which mails an account wants. Without a choice, everything that its role gets, about the main network. */
import type { Database } from '../database.ts'
import { isOptional, type MailKind, type OptionalMailKind } from './mail-kinds.ts'

export type MailChoices = { declined: OptionalMailKind[]; includesTestNet: boolean }

export async function findMailChoices({ pool }: Database, accountId: string): Promise<MailChoices> {
  const { rows } = await pool.query<MailChoices>(
    `select declined, includes_test_net as "includesTestNet" from mail_choice where account_id = $1`,
    [accountId],
  )
  return rows[0] ?? { declined: [], includesTestNet: false }
}

export async function setMailChoices(
  { pool }: Database,
  accountId: string,
  { declined, includesTestNet }: MailChoices,
): Promise<void> {
  await pool.query(
    `insert into mail_choice (account_id, declined, includes_test_net, updated_at)
     values ($1, $2, $3, now())
     on conflict (account_id) do update set declined = excluded.declined,
       includes_test_net = excluded.includes_test_net, updated_at = excluded.updated_at`,
    [accountId, JSON.stringify(declined), includesTestNet],
  )
}

/** Declines one kind; once more changes nothing. Returns false where there is no such account. */
export async function declineMail(
  { pool }: Database,
  accountId: string,
  kind: OptionalMailKind,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with chooser as materialized (select id from account where id = $1)
     insert into mail_choice (account_id, declined, includes_test_net, updated_at)
     select id, jsonb_build_array($2::text), false, now() from chooser
     on conflict (account_id) do update set updated_at = excluded.updated_at,
       declined = case when mail_choice.declined ? $2 then mail_choice.declined
         else mail_choice.declined || excluded.declined end`,
    [accountId, kind],
  )
  return rowCount === 1
}

/** Whether a mail of this kind, about this network, is one that its reader has not declined. */
export function isWanted(
  kind: MailKind,
  network: string | null,
  { declined, includesTestNet }: { declined: string[]; includesTestNet: boolean },
): boolean {
  if (!isOptional(kind)) return true
  return !declined.includes(kind) && (network !== 'TestNet' || includesTestNet)
}
