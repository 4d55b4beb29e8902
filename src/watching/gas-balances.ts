/** The balances of the gas wallets, stored as the chain gives them. */
import type { Address, Client } from 'viem'
import { readCoinBalances } from '../chain/coin-balances.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

/** Reads the balances of all gas wallets on the chain, hundreds in one call, and stores them. */
export async function readGasBalances(
  { database, chain }: ChainDependencies,
  node: Client,
): Promise<void> {
  const { rows } = await database.pool.query<{ address: Address }>(
    'select address from gas_wallet where blockchain = $1',
    [chain.name],
  )
  const wallets = rows.map(({ address }) => address)
  const balances = await readCoinBalances(node, wallets)
  await database.pool.query(
    `update gas_wallet w set balance = t.balance, seen_at = now()
     from unnest($2::text[], $3::numeric[]) as t(address, balance)
     where w.blockchain = $1 and w.address = t.address`,
    [chain.name, wallets, balances.map(String)],
  )
}
