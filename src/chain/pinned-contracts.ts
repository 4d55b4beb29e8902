/**
 * A factory that contracts or deposits hang on cannot be exchanged: the watcher listens to one
 * factory of each kind, and an address commits to the one that it was made with.
 */
import type { Address } from 'viem'
import type { Database } from '../store/database.ts'
import { Payment, Subscription } from '../store/tables/actors.ts'

type Factories = { factory: Address; depositFactory: Address }

/** Throws where the chains file names another factory than the one in use. */
export async function requirePinned(
  database: Database,
  blockchain: string,
  stored: Factories | null,
  named: Factories,
): Promise<void> {
  if (!stored) return
  const em = database.orm.em.fork()
  if (stored.factory !== named.factory && (await em.count(Subscription, { blockchain })))
    throw exchanged(blockchain, 'factory', stored.factory, named.factory)
  if (stored.depositFactory !== named.depositFactory && (await em.count(Payment, { blockchain })))
    throw exchanged(blockchain, 'depositFactory', stored.depositFactory, named.depositFactory)
}

const exchanged = (blockchain: string, field: string, before: Address, now: Address) =>
  new Error(
    `${blockchain} has ${field} ${now} in the chains file, but what was made so far hangs on ${before} and would no longer be watched: name ${before} again, or give the chain with the new one another name`,
  )
