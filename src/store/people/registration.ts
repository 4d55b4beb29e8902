/** Lets people in: a merchant with its first account, an operator, one of a merchant's people. Each sets the own password. */
import type { ClientBase } from 'pg'
import { runInOneCommit } from '../commit.ts'
import { isUniqueViolation } from '../database-errors.ts'
import type { Actor } from './account-changes.ts'
import { insertLink, type IssuedLink } from './account-links.ts'
import { insertAccount, isAddressTaken, type NewAccount } from './accounts.ts'
import { mayIssueLink } from './members.ts'
import { createMerchant, deleteMerchant } from '../merchants/merchants.ts'
import type { WithMails, MerchantDependencies } from '../parts.ts'

type Invited = { id: string; link: IssuedLink }

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
  if (await isAddressTaken(dependencies, email)) return null
  const merchantId = await createMerchant(dependencies, name, { isDemo })
  actor.audit?.concern(merchantId, merchantId)
  const invited = await inviteMerchant(
    dependencies,
    { email, role: 'Owner', merchantId, isDemo },
    actor,
  )
  if (invited) return { merchantId, invitation: invited.link }
  await deleteMerchant(dependencies, merchantId)
  return null
}

/**
 * Creates an account without a password and invites its owner; null where somebody logs in with the address, or it was
 * invited here before.
 */
export async function inviteMerchant(
  dependencies: WithMails,
  account: Omit<NewAccount, 'password'>,
  actor: Actor,
): Promise<Invited | null> {
  if (await isAddressTaken(dependencies, account.email)) return null
  return orTaken(
    runInOneCommit(dependencies.database.pool, (client) =>
      insertInvited(client, dependencies, account, actor),
    ),
  )
}

/**
 * Invites one of a merchant's people, by an owner, who is told nothing of who else has an account: only who uses the link
 * learns that the address logs in elsewhere. `TooMany`: the day's links are used up; null: invited here before.
 */
export async function inviteMember(
  dependencies: WithMails,
  account: Omit<NewAccount, 'password'> & { merchantId: string },
  actor: Actor,
): Promise<Invited | 'TooMany' | null> {
  return orTaken(
    runInOneCommit(dependencies.database.pool, async (client) =>
      (await mayIssueLink(client, dependencies, account.merchantId))
        ? insertInvited(client, dependencies, account, actor)
        : ('TooMany' as const),
    ),
  )
}

async function insertInvited(
  client: ClientBase,
  dependencies: WithMails,
  account: Omit<NewAccount, 'password'>,
  actor: Actor,
): Promise<Invited> {
  const id = await insertAccount(client, dependencies.clock.realNow(), account)
  const { email, role } = account
  actor.audit?.concern(id)
  actor.audit?.note({ before: null, after: { id, email, role } })
  const invitation = { accountId: id, purpose: 'invitation', actor } as const
  return { id, link: await insertLink(client, dependencies, invitation) }
}

const orTaken = <Outcome>(inviting: Promise<Outcome>): Promise<Outcome | null> =>
  inviting.catch((error: unknown) => {
    if (isUniqueViolation(error)) return null
    throw error
  })
