/** The gas wallets of all merchants and their nonce lanes, for an operator. */
import type { Database } from '../database.ts'
import { countChargesLeft } from '../merchants/charges-left.ts'
import type { Network } from '../../shared/network.ts'
import type { Page } from '../../shared/page.ts'
import { countDaysLeft } from './gas-days.ts'

/** A gas wallet and its nonce lane; amounts in wei. */
export type WatchedGasWallet = {
  merchantId: string
  merchantName: string
  network: Network
  blockchain: string
  address: string
  balance: string | null
  seenAt: Date | null
  /** Within 24 hours. */
  spent: string
  chargesLeft: number | null
  lane: WatchedLane | null
}

/** `daysLeft`: whole days for which it lasts; null where nothing is to be paid for, or it is not known. */
export type ListedGasWallet = WatchedGasWallet & { daysLeft: number | null }

type WatchedLane = {
  nextNonce: number
  /** The number of transactions that the chain has mined, at the last check. */
  minedNonce: number | null
  lookedAt: Date | null
  /** The reason why it does not move on; null where it does. */
  heldUpBy: string | null
  heldUpSince: Date | null
  healedBy: string | null
  healedAt: Date | null
  /** Transactions that nodes refused for good since one was mined. */
  refusals: number
  restsUntil: Date | null
}

type Moments = 'lookedAt' | 'heldUpSince' | 'healedAt' | 'restsUntil'
/** The pool returns moments as PostgreSQL writes them. */
type Row = Omit<WatchedGasWallet, 'chargesLeft' | 'lane' | 'seenAt'> &
  Omit<WatchedLane, Moments> &
  Record<Moments | 'seenAt', string | null> & {
    worstWei: string | null
    dataFeeWei: string | null
    hasLane: boolean
  }

const select = `select w.merchant_id as "merchantId", m.name as "merchantName", w.network,
    w.blockchain, w.address, w.balance::text, w.seen_at as "seenAt",
    coalesce((select sum(wei) from gas_spent s where s.blockchain = w.blockchain
      and s.wallet = w.address and s.at > now() - interval '24 hours'), 0)::text as spent,
    p.worst_wei::text as "worstWei", p.data_fee_wei::text as "dataFeeWei",
    l.wallet is not null as "hasLane", l.next_nonce as "nextNonce", l.mined_nonce as "minedNonce",
    l.checked_at as "lookedAt", l.held_up_by as "heldUpBy", l.held_up_since as "heldUpSince",
    l.healed_by as "healedBy", l.healed_at as "healedAt", l.refusals,
    l.rests_until as "restsUntil"
  from gas_wallet w join merchant m on m.id = w.merchant_id
  left join gas_price p on p.blockchain = w.blockchain
  left join nonce_lane l on l.blockchain = w.blockchain and l.wallet = w.address`

/** Lists a page of the wallets, of one merchant or of all: those that pay for the fewest charges first. */
export async function listWatchedGasWallets(
  database: Database,
  merchantId: string | undefined,
  { limit, offset }: Page,
  now: Date,
): Promise<{ gasWallets: ListedGasWallet[]; total: number }> {
  const { pool } = database
  const ofMerchant = '($1::text is null or w.merchant_id = $1)'
  const counted = await pool.query<{ total: number }>(
    `select count(*)::int as total from gas_wallet w where ${ofMerchant}`,
    [merchantId],
  )
  const { rows } = await pool.query<Row>(
    `${select} where ${ofMerchant}
     order by w.balance / nullif(p.worst_wei + p.data_fee_wei, 0) nulls last, w.blockchain, w.address
     limit $2 offset $3`,
    [merchantId, limit, offset],
  )
  const gasWallets: ListedGasWallet[] = []
  // One after another: a page of many is not to take every connection.
  for (const wallet of rows.map(toWallet))
    gasWallets.push({ ...wallet, daysLeft: await daysLeftOf(database, wallet, now) })
  return { gasWallets, total: counted.rows[0]!.total }
}

async function daysLeftOf(
  database: Database,
  { merchantId, network, blockchain, address, balance, chargesLeft }: WatchedGasWallet,
  now: Date,
): Promise<number | null> {
  if (balance === null || chargesLeft === null) return null
  const wallet = { merchantId, network, blockchain, address }
  return countDaysLeft(database, wallet, { balance: BigInt(balance), chargesLeft }, now)
}

/** Lists the wallets whose lane does not move on, or rests because nodes refuse. */
export async function listHeldUpLanes(
  { pool }: Database,
  limit: number,
): Promise<WatchedGasWallet[]> {
  const { rows } = await pool.query<Row>(
    `${select} where l.held_up_by is not null or l.rests_until > now()
     order by l.held_up_since, w.address limit $1`,
    [limit],
  )
  return rows.map(toWallet)
}

function toWallet({ worstWei, dataFeeWei, hasLane, ...row }: Row): WatchedGasWallet {
  const { merchantId, merchantName, network, blockchain, address, balance, spent } = row
  const isKnown = balance !== null && worstWei !== null && dataFeeWei !== null
  return {
    merchantId,
    merchantName,
    network,
    blockchain,
    address,
    balance,
    seenAt: toDate(row.seenAt),
    spent,
    chargesLeft: isKnown ? countChargesLeft(BigInt(balance), { worstWei, dataFeeWei }) : null,
    lane: hasLane ? toLane(row) : null,
  }
}

type LaneRow = Pick<Row, keyof WatchedLane>

function toLane({ nextNonce, minedNonce, heldUpBy, healedBy, refusals, ...row }: LaneRow) {
  return {
    nextNonce,
    minedNonce,
    lookedAt: toDate(row.lookedAt),
    heldUpBy,
    heldUpSince: toDate(row.heldUpSince),
    healedBy,
    healedAt: toDate(row.healedAt),
    refusals,
    restsUntil: toDate(row.restsUntil),
  }
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
