/**
 * Ends what an account asked for and is still to come, once trust is taken away from it, or from what it proves itself
 * with, by anybody, its owner included: a thief who is shut out leaves nothing behind that acts later. What was done at
 * once stays.
 */
import type { ClientBase } from 'pg'
import { callOffReceiversOf } from '../merchants/pending-receivers.ts'
import type { Origin } from './account-changes.ts'
import type { MerchantDependencies } from '../parts.ts'

/** Calls off the receivers that the account asked for, and ends the links that it issued, in the commit of the cause. */
export async function dropWishes(
  client: ClientBase,
  dependencies: Pick<MerchantDependencies, 'clock' | 'mails'>,
  accountId: string,
  by: Origin,
): Promise<void> {
  await callOffReceiversOf(client, dependencies, accountId, by)
  await client.query('delete from account_link where issued_by_id = $1', [accountId])
}
