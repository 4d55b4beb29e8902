/** The people who log in to the dashboard: a merchant's staff, or the deployment's operators. */
import { newId } from '../../shared/ids.ts'
import { hashPassword, isPassword } from '../../shared/passwords.ts'
import { Account } from '../tables/people.ts'
import type { MerchantRoom } from './merchants.ts'

type NewAccount = { email: string; password: string; isDemo?: boolean } & (
  | { role: 'merchant'; merchantId: string }
  | { role: 'operator' }
)

/** Creates an account and returns its id; the e-mail address must be new. */
export async function createAccount(
  { database, clock }: Pick<MerchantRoom, 'database' | 'clock'>,
  account: NewAccount,
): Promise<string> {
  const createdAt = clock.realNow()
  const id = newId(createdAt)
  await database.orm.em.fork().insert(Account, {
    id,
    email: account.email.toLowerCase(),
    passwordHash: await hashPassword(account.password),
    role: account.role,
    merchantId: account.role === 'merchant' ? account.merchantId : null,
    isDemo: account.isDemo ?? false,
    createdAt,
  })
  return id
}

export async function findAccount(
  { database }: Pick<MerchantRoom, 'database'>,
  email: string,
): Promise<Account | null> {
  return database.orm.em.fork().findOne(Account, { email: email.toLowerCase() })
}

/** Gives the account another password. */
export async function setPassword(
  { database }: Pick<MerchantRoom, 'database'>,
  id: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await database.orm.em.fork().nativeUpdate(Account, { id }, { passwordHash })
}

/** Returns the account, or null alike for an unknown address and a wrong password, in the same time. */
export async function authenticate(
  room: Pick<MerchantRoom, 'database'>,
  email: string,
  password: string,
): Promise<Account | null> {
  const account = await findAccount(room, email)
  const isRight = await isPassword(password, account?.passwordHash ?? undefined)
  return isRight ? account : null
}
