/**
 * Refuses to exchange a chain or a factory on which contracts or deposits depend. They are stored with
 * the chain's name only, and both factories have the same addresses everywhere, so another chain under
 * that name would go unnoticed. The watcher reads the logs of one factory of each type, and an address
 * commits to the factory that it was made with.
 */
import type { Address } from 'viem'
import type { ChainSettings } from '../../shared/chains.ts'
import type { Network } from '../../shared/network.ts'
import type { Database } from '../../store/database.ts'
import { Payment, Subscription } from '../../store/tables/actors.ts'

type Factories = { factory: Address; depositFactory: Address }
type NamedChain = Pick<ChainSettings, 'name' | 'chainId' | 'network'>

/**
 * Throws where the chains file gives the name of a chain that is in use to another one: what was made
 * on a test chain would be charged and paid on a real one.
 */
export async function requireSameChain(
  database: Database,
  { name, chainId, network }: NamedChain,
  stored: { chainId: number } | null,
): Promise<void> {
  const em = database.orm.em.fork()
  const where = {
    blockchain: name,
    ...(stored?.chainId === chainId && { network: otherOf(network) }),
  }
  const [payment, subscription] = await Promise.all([
    em.findOne(Payment, where, { fields: ['network'] }),
    em.findOne(Subscription, where, { fields: ['network'] }),
  ])
  const made = payment ?? subscription
  if (made)
    throw new Error(
      `${name} is chain ${chainId} of the ${network} in the chains file, but payments or subscriptions were made under this name on chain ${stored?.chainId ?? 'unknown'} of the ${made.network}: give it another name`,
    )
}

const otherOf = (network: Network): Network => (network === 'MainNet' ? 'TestNet' : 'MainNet')

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
