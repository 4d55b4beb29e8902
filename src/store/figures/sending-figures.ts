/** Nonce lanes and gas wallets by chain. Their tables have a row for each wallet, which is little. */
import type { Database } from '../database.ts'

export type LaneFigures = { blockchain: string; depth: number; heldUp: number; resting: number }

/** Reads for each chain the deepest lane, in transactions that are not mined, and how many do not move on. */
export async function readLaneFigures({ pool }: Database): Promise<LaneFigures[]> {
  const { rows } = await pool.query<LaneFigures>({
    name: 'figures-lanes',
    text: `select blockchain, max(next_nonce - coalesce(mined_nonce, 0))::int as depth,
        count(*) filter (where held_up_by is not null)::int as "heldUp",
        count(*) filter (where rests_until > now())::int as resting
      from nonce_lane group by blockchain`,
  })
  return rows
}

export type GasWalletFigures = { blockchain: string; status: string; count: number }

/** Counts the gas wallets that something is to be paid for, by whether they last. */
export async function countGasWallets({ pool }: Database): Promise<GasWalletFigures[]> {
  const { rows } = await pool.query<GasWalletFigures>({
    name: 'figures-gas-wallets',
    text: `select w.blockchain, level.status, count(*)::int as count
      from gaswallet level join gas_wallet w on w.address = level.id group by w.blockchain, level.status`,
  })
  return rows
}
