/** The accounts of the dashboard: of a merchant's staff, or of the deployment's operators. */
import type { ClientBase, Pool } from 'pg'
import { newId } from '../../shared/ids.ts'
import { hashPassword, isPassword } from '../../shared/secrets/passwords.ts'
import { hashToken } from '../../shared/secrets/tokens.ts'
import { runInOneCommit } from '../commit.ts'
import { isUniqueViolation } from '../database-errors.ts'
import { Account } from '../tables/people.ts'
import { type Actor, insertAccountChange } from './account-changes.ts'
import { endLink } from './account-links.ts'
import { dropWishes } from './wishes.ts'
import type { WithClock, MerchantDependencies, WithMails } from '../parts.ts'

/** A new account; without a password, its owner sets one by an invitation. */
export type NewAccount = {
  email: string
  password?: string
  role: Account['role']
  /** Merchants' accounts have it; operators have none. */
  merchantId?: string
  isDemo?: boolean
}

export type AccountSummary = {
  id: string
  email: string
  role: Account['role']
  merchantId: string | null
  hasPassword: boolean
  isDisabled: boolean
  /** Then only an operator lets the account in again. */
  isDisabledByOperator: boolean
  isDemo: boolean
  createdAt: Date
}

/**
 * Creates an account and returns its id. With a password the e-mail address must be new; without one it must be new among
 * the merchant's own people, or among the operators.
 */
export async function createAccount(
  { database, clock }: WithClock,
  { password, ...account }: NewAccount,
): Promise<string> {
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return insertAccount(database.pool, clock.realNow(), account, passwordHash)
}

/** Creates an account like `createAccount`, in the commit of the cause. */
export async function insertAccount(
  client: ClientBase | Pool,
  at: Date,
  { email, role, merchantId, isDemo = false }: Omit<NewAccount, 'password'>,
  passwordHash: string | null = null,
): Promise<string> {
  const id = newId(at)
  await client.query(
    `insert into account (id, email, password_hash, role, merchant_id, is_demo, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, email.toLowerCase(), passwordHash, role, merchantId ?? null, isDemo, at],
  )
  return id
}

/** Returns the account that logs in with the address; where there is none yet, the one invited last. */
export async function findAccount(
  { database }: Pick<WithClock, 'database'>,
  email: string,
): Promise<Account | null> {
  const found = await database.orm.em
    .fork()
    .find(Account, { email: email.toLowerCase() }, { orderBy: { id: 'desc' } })
  const withPassword = found.filter(({ passwordHash }) => passwordHash)
  return (
    withPassword.find(({ disabledByOperator }) => !disabledByOperator) ??
    withPassword[0] ??
    found[0] ??
    null
  )
}

/**
 * Whether somebody logs in with the address. Neither an invitation that nobody has used yet nor whom an operator shut out
 * keeps it from others.
 */
export async function isAddressTaken(
  dependencies: Pick<WithClock, 'database'>,
  email: string,
): Promise<boolean> {
  const account = await findAccount(dependencies, email)
  return Boolean(account?.passwordHash && !account.disabledByOperator)
}

/** Returns the account of somebody who has proven who they are; an account is never deleted. */
export async function findAccountForLogin(
  { database }: Pick<WithClock, 'database'>,
  id: string,
): Promise<Account> {
  return database.orm.em.fork().findOneOrFail(Account, { id })
}

export async function findAccountById(
  { database }: Pick<WithClock, 'database'>,
  id: string,
): Promise<AccountSummary | null> {
  const account = await database.orm.em.fork().findOne(Account, { id })
  return account && summarize(account)
}

/**
 * Sets the account's password and ends its sessions, except the one with the token `except`, in one
 * commit; a link that was issued for it is no longer valid, and what it asked for is called off: whoever
 * knew the password of before may have asked. Returns how many sessions were ended.
 */
export async function setPassword(
  { database, clock, mails }: WithMails,
  id: string,
  password: string,
  { actor, except = '' }: { actor: Actor; except?: string },
): Promise<number> {
  const passwordHash = await hashPassword(password)
  return runInOneCommit(database.pool, async (client) => {
    await client.query('update account set password_hash = $2 where id = $1', [id, passwordHash])
    await endLink(client, id)
    const others = 'delete from session where account_id = $1 and token_hash <> $2'
    const { rowCount } = await client.query(others, [id, hashToken(except)])
    // Only now: what was being asked for by one of them is there, or will not be.
    await dropWishes(client, { clock, mails }, id, actor)
    const change = 'PasswordChanged'
    await insertAccountChange(client, { accountId: id, change, actor, at: clock.realNow() })
    return rowCount!
  })
}

/**
 * Disables an account, with its sessions and what it asked for, or enables it again, by those who run the service: what
 * they have shut out, nobody else lets in, and its address is free. Its merchant's API keys stay valid; links issued
 * before are not, either way.
 *
 * @returns whether it was done: it is not let in again where somebody else logs in with its address now
 */
export async function setDisabled(
  dependencies: WithMails,
  id: string,
  isDisabled: boolean,
  actor: Actor,
): Promise<boolean> {
  try {
    await runInOneCommit(dependencies.database.pool, async (client) => {
      await client.query('update account set disabled_by_operator = $2 where id = $1', [
        id,
        isDisabled,
      ])
      if (isDisabled) await shutOut(client, dependencies, id, actor)
      else await letIn(client, dependencies, id, actor)
    })
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Shuts an account out with everything that it has or asked for, in the commit of the cause. */
export async function shutOut(
  client: ClientBase,
  dependencies: Pick<MerchantDependencies, 'clock' | 'mails'>,
  id: string,
  actor: Actor,
): Promise<void> {
  const at = dependencies.clock.realNow()
  await client.query('update account set disabled_at = $2 where id = $1', [id, at])
  await endLink(client, id)
  await client.query('delete from session where account_id = $1', [id])
  await dropWishes(client, dependencies, id, actor)
  await insertAccountChange(client, { accountId: id, change: 'Disabled', actor, at })
}

/** Lets an account in again, in the commit of the cause. */
export async function letIn(
  client: ClientBase,
  { clock }: Pick<WithClock, 'clock'>,
  id: string,
  actor: Actor,
): Promise<void> {
  const change = { accountId: id, change: 'Enabled', actor, at: clock.realNow() } as const
  await client.query('update account set disabled_at = null where id = $1', [id])
  await endLink(client, id)
  await insertAccountChange(client, change)
}

/** Returns the account, or null alike for an unknown address and a wrong password, in the same time. */
export async function authenticateAccount(
  dependencies: Pick<WithClock, 'database'>,
  email: string,
  password: string,
): Promise<Account | null> {
  const account = await findAccount(dependencies, email)
  const isRight = await isPassword(password, account?.passwordHash ?? undefined)
  return isRight ? account : null
}

/** Says what may be shown of an account. */
export function summarize(account: Account): AccountSummary {
  const { id, email, role, merchantId, passwordHash, disabledAt, isDemo, createdAt } = account
  const { disabledByOperator } = account
  return {
    id,
    email,
    role,
    merchantId: merchantId ?? null,
    hasPassword: Boolean(passwordHash),
    isDisabled: Boolean(disabledAt),
    isDisabledByOperator: disabledByOperator,
    isDemo,
    createdAt,
  }
}
