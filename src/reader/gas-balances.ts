/** The balances of the gas wallets, stored as the chain gives them. */
import type { Address, Client } from 'viem'
import { readCoinBalances } from '../chain/coin-balances.ts'
import { recordGasBalances } from '../store/merchants/gas-wallets.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

/** A balance is stored at most this much older than it is. */
const seenNotedSeconds = 15

/** Reads the balances of all gas wallets on the chain, hundreds in one call, and stores those that are news. */
export async function readGasBalances(
  { database, chain }: ChainDependencies,
  node: Client,
): Promise<void> {
  const { rows } = await database.pool.query<{ address: Address; known: string | null }>(
    `select address, case when seen_at > now() - $2 * interval '1 second' then balance::text end as known
     from gas_wallet where blockchain = $1`,
    [chain.name, seenNotedSeconds],
  )
  const balances = await readCoinBalances(
    node,
    rows.map(({ address }) => address),
  )
  const news = rows.flatMap(({ address, known }, index) => {
    const balance = String(balances[index]!)
    return balance === known ? [] : [{ address, balance }]
  })
  if (news.length) await recordGasBalances(database, chain.name, news)
}
