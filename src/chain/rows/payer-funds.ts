/**
 * Remembers what payers' wallets were seen to hold, whoever asked the chain for it. It is one node's word and
 * for people alone: the forecast reads it, and no charge is made or left out by it.
 */
import type { Pool } from 'pg'
import type { Address } from 'viem'

type BalancesSeen = { blockNumber: bigint; funds: { balance: bigint }[] }

/** Records the balances that were read at a block, in the order of the wallets; what was read later stays. */
export async function recordPayerFunds(
  pool: Pool,
  blockchain: string,
  wallets: Wallet[],
  { blockNumber, funds }: BalancesSeen,
): Promise<void> {
  if (!wallets.length) return
  await pool.query({
    name: 'record-payer-funds',
    text: `insert into payer_funds (blockchain, token, payer, balance, block_number, seen_at)
      select distinct on (token, payer) $1, token, payer, balance, $2::bigint, now()
      from unnest($3::text[], $4::text[], $5::numeric[]) as read (token, payer, balance)
      order by token, payer
      on conflict (blockchain, token, payer) do update
        set balance = excluded.balance, block_number = excluded.block_number, seen_at = excluded.seen_at
        -- A local chain that begins anew counts its blocks from the first again.
        where excluded.block_number >= payer_funds.block_number
          or excluded.seen_at - payer_funds.seen_at > interval '1 hour'`,
    values: [
      blockchain,
      String(blockNumber),
      wallets.map(({ token }) => token),
      wallets.map(({ payer }) => payer),
      funds.map(({ balance }) => String(balance)),
    ],
  })
}

/** A payer's balance of one token, whatever contracts may take of it. */
export type Wallet = { token: Address; payer: Address }

export type FundsQuestion = Wallet & { contractAddress: Address }

/** Base units. */
export type Funds = { allowance: bigint; balance: bigint }

export type FundsSeen = { blockNumber: bigint; funds: Funds[] }

/** Names a wallet, so that each is asked about once. */
export const walletOf = ({ token, payer }: Wallet): string => `${token}/${payer}`
