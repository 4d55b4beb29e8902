/**
 * The table `deposit_log`: what happened at deposit addresses. A row that a reorganisation removes
 * stays, marked, until a report has taken it back.
 */
import type { PoolClient } from 'pg'
import { zeroAddress, type Address, type Hash } from 'viem'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import { insertIntoSearchWords } from '../../store/search/by-words.ts'

export type LoggedDeposit = {
  event: 'Transfer' | 'Swept'
  depositAddress: Address
  /** The zero address is the native coin. */
  token: Address
  /** The sender of a transfer, or the receiver of a sweep. */
  counterparty: Address
  /** Base units. */
  amount: string
  blockNumber: number
  blockHash: Hash
  logIndex: number
  transactionHash: Hash
}

/** A log of a known payment; or, as `Found`, money that was found there without a log. */
export type PaymentLog = Omit<LoggedDeposit, 'event' | 'counterparty' | 'transactionHash'> & {
  event: LoggedDeposit['event'] | 'Found'
  counterparty: Address | null
  transactionHash: Hash | null
  paymentId: string
  blockTimestamp: number
}
/**
 * Anybody can log transfers of tokens of their own. For a payment, no more than this many logs of
 * one unknown token are stored, so that none hides another, and no more than `unknownLogsMax` of
 * all.
 */
const logsOfUnknownTokenMax = 5
const unknownLogsMax = 200

/** Lists the tokens of the chains file, and the native coin. */
export const knownTokensOf = ({ assets }: Pick<DeployedChain, 'assets'>): string[] => [
  zeroAddress,
  ...assets.map(({ address }) => address),
]

const storeText = `with wanted as materialized (select * from (
        select *, row_number() over (partition by "paymentId", token = any($3), is_stored
            order by "blockNumber", "logIndex") as place,
          row_number() over (partition by "paymentId", token, is_stored
            order by "blockNumber", "logIndex") as place_of_token
        from (
          select t.*, exists (select 1 from deposit_log d where d.blockchain = $1
            and d.block_hash = "blockHash" and d.log_index = "logIndex"
            and d.payment_id = "paymentId") as is_stored
        from jsonb_to_recordset($2) as t("blockHash" text, "logIndex" int, "paymentId" text, "blockNumber" bigint,
          "blockTimestamp" float8, "transactionHash" text, event text, token text, counterparty text, amount numeric)) as found) as log
      where token = any($3) or is_stored or (
        $4 >= place_of_token + (select count(*) from deposit_log d
          where d.payment_id = "paymentId" and d.token = log.token)
        and $5 >= place + (select count(*) from deposit_log d where d.payment_id = "paymentId"
          and d.token <> all($3)))), stored as (
      insert into deposit_log as known (blockchain, block_hash, log_index, payment_id, reported_by,
        block_number, block_time, transaction_hash, event, token, counterparty, amount, status)
      select $1, "blockHash", "logIndex", "paymentId", $6, "blockNumber",
        to_timestamp("blockTimestamp"), "transactionHash", event, token, counterparty, amount, 'Seen' from wanted
      on conflict (blockchain, block_hash, log_index, payment_id) do update
      set status = 'Seen', asked_at = null, reported_by = excluded.reported_by, event = excluded.event,
        credited = case when known.agreed then known.credited else 0 end,
        block_time = case when known.agreed then known.block_time else excluded.block_time end,
        block_number = excluded.block_number, transaction_hash = excluded.transaction_hash,
        token = excluded.token, counterparty = excluded.counterparty, amount = excluded.amount
      where known.status in ('Retracting', 'Reorged') and (not known.agreed
        or (known.block_number, known.transaction_hash, known.event, known.token,
            known.counterparty, known.amount)
          is not distinct from (excluded.block_number, excluded.transaction_hash, excluded.event,
            excluded.token, excluded.counterparty, excluded.amount))
      returning payment_id, event, token, counterparty), sender as materialized (
      select payment.merchant_id, payment.network, word, kind, found.created_at, found.id from stored
      join payment on payment.id = stored.payment_id
      cross join lateral unnest(search_words(stored.counterparty)) as one(word)
      cross join lateral (values ('payment', payment.created_at, payment.id),
        ('payer', 'epoch', stored.counterparty)) as found(kind, created_at, id)
      where stored.event = 'Transfer' and stored.token = any($3))
      ${insertIntoSearchWords}
      select * from sender order by 1, 2, 3 on conflict do nothing`

/**
 * Stores new logs. One that was removed, by a reorganisation or because nodes denied it, and comes
 * again counts again with its new content; one that nodes had agreed on, only with the same
 * content. What is only shown, of another token than the payment's, is there on one node's word: so a log of the payment's
 * own token takes its place, and is agreed on like any new one. `reportedBy`: the host of the node that the logs were read
 * from. Payments are found by who sent a known token: others anybody can log in anybody's name.
 */
export async function storeDeposits(
  client: PoolClient,
  chain: Pick<DeployedChain, 'name' | 'assets'>,
  logs: PaymentLog[],
  reportedBy: string | null = null,
): Promise<void> {
  if (!logs.length) return
  const wanted = JSON.stringify(logs)
  await makeRoom(client, chain.name, wanted)
  await client.query({
    name: 'deposits-store',
    text: storeText,
    values: [
      chain.name,
      wanted,
      knownTokensOf(chain),
      logsOfUnknownTokenMax,
      unknownLogsMax,
      reportedBy,
    ],
  })
}

/** Takes out what is only shown where a log of the payment's own token is to be stored. */
const makeRoom = (client: PoolClient, blockchain: string, logs: string) =>
  client.query({
    name: 'deposits-make-room',
    text: `update deposit_log d set status = 'Reorged', agreed = false
      from payment p, jsonb_to_recordset($2)
        as log("blockHash" text, "logIndex" int, "paymentId" text, token text)
      where d.blockchain = $1 and d.block_hash = "blockHash" and d.log_index = "logIndex"
        and d.payment_id = "paymentId" and p.id = "paymentId"
        and p.token = log.token and p.token <> d.token`,
    values: [blockchain, logs],
  })

/** Marks the logs above `fork`: they are to be taken back, unless they come again. */
export async function retractDepositsAbove(
  client: PoolClient,
  blockchain: string,
  fork: number,
): Promise<void> {
  await client.query(
    `update deposit_log set status = 'Retracting', asked_at = null
     where blockchain = $1 and block_number > $2 and status in ('Seen', 'Reported', 'Confirmed')`,
    [blockchain, fork],
  )
  await client.query(
    // `least` leaves a null out, and a null says that an address is live.
    `update deposit_watch set known_at = least(known_at, $2),
       read_up_to = case when read_up_to is not null then least(read_up_to, $2) end,
       searched_to = case when searched_to is not null then least(searched_to, $2) end
     where blockchain = $1 and (read_up_to > $2 or known_at > $2 or searched_to > $2)`,
    [blockchain, fork],
  )
  await client.query(
    `update chain_cursor set unknown_tokens_read_to = $2, unknown_tokens_read_at = null
     where blockchain = $1 and unknown_tokens_read_to > $2`,
    [blockchain, fork],
  )
}

/**
 * Counts as the token's the stored transfers of contracts that the operator has named in "loggedBy"
 * since.
 */
export async function adoptLoggers(
  client: PoolClient,
  { name, assets }: Pick<DeployedChain, 'name' | 'assets'>,
): Promise<void> {
  for (const { address, loggedBy } of assets)
    if (loggedBy.length)
      await client.query(
        `update deposit_log set token = $2, status = 'Seen', agreed = false, asked_at = null
         where blockchain = $1 and token = any($3) and event = 'Transfer'
           and status in ('Seen', 'Reported', 'Confirmed')`,
        [name, address, loggedBy],
      )
}
