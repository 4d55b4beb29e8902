/** The payments whose deposits changed, and the sums that are to be reported of them. */
import type { Pool, PoolClient } from 'pg'
import type { Address, Hash } from 'viem'
import { otherTokensMax, type Deposited } from '../../../machines/payment/payment.events.ts'
import type { Network } from '../../shared/network.ts'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import { knownTokensOf } from './deposit-logs.ts'

/** Base units by decimal strings, all of blocks that are on the chain. */
export type DueDeposits = {
  paymentId: string
  merchantId: string
  network: Network
  /** The token asked for; the sums are of it. */
  token: Address
  depositAddress: Address
  inTimeSeen: string
  inTimeConfirmed: string
  lateSeen: string
  lateConfirmed: string
  /** The part of these sums that was reported as confirmed before. */
  inTimeCredited: string
  lateCredited: string
  sweptSeen: string
  /** The sum as of the block that the nodes agree on. */
  sweptInBlock: string
  sweptConfirmed: string
  /** Whether these sums confirm something anew. */
  isCreditChanged: boolean
  /** Whether nodes agreed on any of it above that block, which the balance as of it does not cover. */
  isAgreedAbove: boolean
  /** Known tokens first. */
  others: { token: Address; amount: string }[]
  /** The newest transfer's, of the token asked for if there is one. */
  transactionHash: Hash | null
  /** The newest transaction that came, or went: the cause of the report. */
  causeHash: Hash | null
  /** The block of the newest that is on the chain, and its time. */
  blockHash: Hash | null
  minedAt: string | null
}

/** Whether a report of these sums confirms money, or changes what was confirmed. */
export const isCredited = ({
  inTimeConfirmed,
  lateConfirmed,
  isCreditChanged,
}: DueDeposits): boolean => isCreditChanged || inTimeConfirmed !== '0' || lateConfirmed !== '0'

/**
 * Finds payments with deposits that are new, agreed on by the nodes and so confirmed, or taken away by
 * a reorganisation as they agree; those that have waited longest first. `upTo` is the block that nodes agree on now.
 */
export async function findDueDeposits(
  pool: Pool,
  chain: DeployedChain,
  upTo: number,
  limit: number,
): Promise<DueDeposits[]> {
  const { rows } = await pool.query<DueDeposits>({
    name: 'deposits-due',
    text: `with due as (
        select payment_id, min(block_number) as since,
          (array_agg(transaction_hash order by block_number desc, log_index desc))[1] as cause_hash
        from deposit_log
        where blockchain = $1 and ${isDue} and ${isNotWaiting}
        group by payment_id order by since, payment_id limit $3)
      select p.id as "paymentId", p.merchant_id as "merchantId", p.network, p.token,
        p.deposit_address as "depositAddress", sums.*, credit.*,
        coalesce(others.list, '[]') as others, newest.transaction_hash as "transactionHash",
        due.cause_hash as "causeHash", place.block_hash as "blockHash", place.block_time as "minedAt"
      from due join payment p on p.id = due.payment_id
      cross join lateral (
        select ${sum('came and in_time')} as "inTimeSeen",
          ${sum('came and in_time and confirmed')} as "inTimeConfirmed",
          ${sum('came and not in_time')} as "lateSeen",
          ${sum('came and not in_time and confirmed')} as "lateConfirmed",
          ${sum('came and in_time and confirmed', 'credited')} as "inTimeCredited",
          ${sum('came and not in_time and confirmed', 'credited')} as "lateCredited",
          ${sum('not came')} as "sweptSeen", ${sum('not came and confirmed')} as "sweptConfirmed",
          ${sum('not came and block_number <= $2')} as "sweptInBlock",
          coalesce(bool_or(confirmed and block_number > $2), false) as "isAgreedAbove"
        from (
          select amount, credited, block_number, event <> 'Swept' as came,
            block_time <= p.expires_at::timestamptz as in_time, agreed as confirmed
          from deposit_log where payment_id = p.id and token = p.token and ${isOnChain}) as own
        ) as sums
      cross join lateral (
        select exists (select 1 from deposit_log where payment_id = p.id and token = p.token
          and agreed and status in ('Seen', 'Reported')) as "isCreditChanged") as credit
      cross join lateral (
        select json_agg(other) as list from (
          select token, sum(amount)::text as amount from deposit_log
          where payment_id = p.id and token <> p.token and event <> 'Swept' and ${isOnChain}
          group by token order by token = any($4) desc, min(block_number), token limit $5) as other
        ) as others
      left join lateral (${newestTransfer}) as newest on true
      left join lateral (${newestBlock}) as place on true`,
    values: [chain.name, upTo, limit, knownTokensOf(chain), otherTokensMax],
  })
  return rows
}

/** Marks all deposits of these payments as reported: seen, confirmed or taken back. */
export async function markDepositsReported(
  client: PoolClient,
  blockchain: string,
  reports: { due: DueDeposits; sums: Sums }[],
): Promise<void> {
  const paymentIds = reports.map(({ due }) => due.paymentId)
  await client.query({
    name: 'deposits-mark-reported',
    text: `update deposit_log set
        credited = case when status = 'Retracting' then 0 else credited end,
        status = case
          when status = 'Retracting' then 'Reorged' when agreed then 'Confirmed' else 'Reported' end
      where blockchain = $1 and payment_id = any($2) and ${isDue}`,
    values: [blockchain, paymentIds],
  })
  const confirmed = reports.filter(({ due, sums }) => creditedAnew(due, sums) > 0n)
  if (!confirmed.length) return
  await client.query({
    name: 'deposits-mark-credited',
    text: `with reported as (
        select * from unnest($2::text[], $3::numeric[], $4::numeric[]) as t(payment_id, in_time, late)),
      came as (
        select d.block_hash, d.log_index, d.payment_id, d.block_number, d.amount, d.credited, t.in_time,
          t.late, d.amount - d.credited as rest, d.block_time <= p.expires_at::timestamptz as is_in_time
        from reported t join payment p on p.id = t.payment_id
        join (select * from deposit_log
          where blockchain = $1 and event <> 'Swept' and agreed and ${isOnChain}) d
          on d.payment_id = p.id and d.token = p.token),
      placed as (
        select *, sum(rest) over newest - rest as rest_of_newer,
          case when is_in_time then in_time else late end
            - sum(credited) over (partition by payment_id, is_in_time) as anew
        from came
        window newest as (partition by payment_id, is_in_time
          order by block_number desc, log_index desc))
      update deposit_log d
      set credited = d.credited + least(placed.rest, greatest(0, anew - rest_of_newer))
      from placed
      where d.blockchain = $1 and d.block_hash = placed.block_hash
        and d.log_index = placed.log_index and d.payment_id = placed.payment_id`,
    values: [
      blockchain,
      confirmed.map(({ due }) => due.paymentId),
      confirmed.map(({ sums }) => sums.inTime.confirmed),
      confirmed.map(({ sums }) => sums.late.confirmed),
    ],
  })
}

/**
 * Has transfers up to a block reported once more that counted for less than they say: their addresses are found to hold
 * more. The report itself asks again what covers them.
 */
export async function reportLimitedAgain(
  client: PoolClient,
  blockchain: string,
  paymentIds: string[],
  upTo: number,
): Promise<void> {
  if (!paymentIds.length) return
  await client.query({
    name: 'deposits-report-limited',
    text: `update deposit_log d set status = 'Reported' from payment p
      where d.blockchain = $1 and d.payment_id = any($2) and d.block_number <= $3
        and p.id = d.payment_id and p.token = d.token and d.event <> 'Swept'
        and d.status = 'Confirmed' and d.agreed and d.credited < d.amount`,
    values: [blockchain, paymentIds, upTo],
  })
}

const creditedAnew = (due: DueDeposits, { inTime, late }: Sums): bigint =>
  BigInt(inTime.confirmed) -
  BigInt(due.inTimeCredited) +
  BigInt(late.confirmed) -
  BigInt(due.lateCredited)

const isOnChain = `status in ('Seen', 'Reported', 'Confirmed')`

const newestTransfer = `select transaction_hash from deposit_log
  where payment_id = p.id and event = 'Transfer' and ${isOnChain}
  order by token = p.token desc, block_number desc, log_index desc limit 1`

const newestBlock = `select block_hash, block_time from deposit_log
  where payment_id = p.id and amount > 0 and ${isOnChain} order by block_number desc limit 1`

/** No deposit of the payment waits for nodes to agree that it is gone. */
const isNotWaiting = `not exists (select 1 from deposit_log waiting
  where waiting.payment_id = deposit_log.payment_id
    and waiting.status = 'Retracting' and waiting.agreed)`

const isDue = `(status in ('Seen', 'Retracting') or (status = 'Reported' and agreed))`

const sum = (condition: string, of = 'amount'): string =>
  `coalesce(sum(${of}) filter (where ${condition}), 0)::text`

export type Sums = { inTime: Deposited; late: Deposited }
