import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Merchant } from '../tables/merchants.ts'
import type { Actor } from './account-changes.ts'
import { type IssuedLink, issueLink } from './account-links.ts'
import { createAccount, findAccount, type NewAccount } from './accounts.ts'
import { createMerchant, type MerchantDependencies } from '../merchants/merchants.ts'

/** A new merchant; one that an account of the demo creates belongs to the demo, too. */
export type NewMerchant = { name: string; email: string; isDemo: boolean }
export type Registered = { merchantId: string; invitation: IssuedLink }

/**
 * Creates a merchant, and its first account with an invitation to set its password; null, and
 * nothing created, where the address is taken.
 */
export async function registerMerchant(
  dependencies: MerchantDependencies,
  { name, email, isDemo }: NewMerchant,
  actor: Actor,
): Promise<Registered | null> {
  if (await findAccount(dependencies, email)) return null
  const merchantId = await createMerchant(dependencies, name, { isDemo })
  actor.audit?.concern(merchantId, merchantId)
  const invited = await inviteMerchant(
    dependencies,
    { email, role: 'Owner', merchantId, isDemo },
    actor,
  )
  if (invited) return { merchantId, invitation: invited.link }
  await dependencies.database.orm.em.fork().nativeDelete(Merchant, { id: merchantId })
  return null
}

/** Creates an account without a password and invites its owner; null where the address is taken. */
export async function inviteMerchant(
  dependencies: Pick<MerchantDependencies, 'database' | 'clock' | 'mails'>,
  account: Omit<NewAccount, 'password'>,
  actor: Actor,
): Promise<{ id: string; link: IssuedLink } | null> {
  try {
    const id = await createAccount(dependencies, account)
    const { email, role } = account
    actor.audit?.concern(id)
    actor.audit?.note({ before: null, after: { id, email, role } })
    return { id, link: await issueLink(dependencies, id, 'invitation', actor) }
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return null
    throw error
  }
}
