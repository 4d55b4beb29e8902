/** The balances of the gas wallets, stored as the chain gives them. */
import type { Address, Client } from 'viem'
import { getBalance } from 'viem/actions'
import { chunksOf } from '../shared/chunks-of.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

const walletsAtOnceMax = 8

/** Reads the balance of every gas wallet on the chain and stores those that have changed. */
export async function readGasBalances(
  { database, chain }: ChainDependencies,
  node: Client,
): Promise<void> {
  const { rows } = await database.pool.query<{ address: Address }>(
    'select address from gas_wallet where blockchain = $1',
    [chain.name],
  )
  const wallets = rows.map(({ address }) => address)
  for (const some of chunksOf(wallets, walletsAtOnceMax)) {
    const balances = await Promise.all(some.map((address) => getBalance(node, { address })))
    await database.pool.query(
      `update gas_wallet w set balance = t.balance, seen_at = now()
       from unnest($2::text[], $3::numeric[]) as t(address, balance)
       where w.blockchain = $1 and w.address = t.address`,
      [chain.name, some, balances.map(String)],
    )
  }
}
