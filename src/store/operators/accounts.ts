/** The accounts of the whole service, as an operator looks for one of them. */
import type { Page } from '../../shared/page.ts'
import type { Database } from '../database.ts'
import type { AccountRole } from '../people/account-roles.ts'
import type { AccountSummary } from '../people/accounts.ts'
import { allOf, numbered } from '../views/query-parameters.ts'

export type AccountFilter = {
  merchantId?: string | undefined
  /** A part of the e-mail address, or of the merchant's name. */
  search?: string | undefined
  roleIn?: readonly AccountRole[]
}

export type ListedAccount = AccountSummary & {
  merchantName: string | null
  hasSecondFactor: boolean
  /** In real time; null: never. */
  lastLoginAt: Date | null
  /** Counts the sessions that are not over. */
  sessions: number
}
type Row = Omit<ListedAccount, 'createdAt' | 'lastLoginAt'> & {
  createdAt: string
  lastLoginAt: string | null
}

/** Lists a page of the accounts that match, the newest first, and counts all of them. */
export async function listAccounts(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, search, roleIn = [] }: AccountFilter,
  { limit, offset }: Page,
  now: Date,
): Promise<{ accounts: ListedAccount[]; total: number }> {
  const { values, value } = numbered()
  const part = search === undefined ? '' : value(search.toLowerCase())
  const from = `from account a left join merchant m on m.id = a.merchant_id where ${allOf([
    'true',
    merchantId !== undefined && `a.merchant_id = ${value(merchantId)}`,
    roleIn.length > 0 && `a.role = any(${value(roleIn)})`,
    search !== undefined && `(strpos(a.email, ${part}) > 0 or strpos(lower(m.name), ${part}) > 0)`,
  ])}`
  const counted = await pool.query<{ total: number }>(
    `select count(*)::int as total ${from}`,
    values,
  )
  const at = value(now)
  const { rows } = await pool.query<Row>(
    `select a.id, a.email, a.role, a.merchant_id as "merchantId", m.name as "merchantName",
       a.password_hash is not null as "hasPassword", a.disabled_at is not null as "isDisabled",
       a.disabled_by_operator as "isDisabledByOperator",
       a.is_demo as "isDemo", a.created_at as "createdAt",
       (exists (select from totp where account_id = a.id and confirmed_at is not null)
         or exists (select from passkey where account_id = a.id)) as "hasSecondFactor",
       (select e.at from audit_entry e where e.account_id = a.id and e.call = 'logIn'
         order by e.id desc limit 1) as "lastLoginAt",
       (select count(*)::int from session s where s.account_id = a.id and s.expires_at > ${at}) as sessions
     ${from} order by a.id desc limit ${value(limit)} offset ${value(offset)}`,
    values,
  )
  return { accounts: rows.map(toAccount), total: counted.rows[0]!.total }
}

const toAccount = ({ createdAt, lastLoginAt, ...row }: Row): ListedAccount => ({
  ...row,
  createdAt: new Date(createdAt),
  lastLoginAt: lastLoginAt === null ? null : new Date(lastLoginAt),
})
