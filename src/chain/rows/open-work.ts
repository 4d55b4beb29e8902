/**
 * Asks in one statement what a poll has to work at besides new blocks, because nearly always it is nothing, and each
 * step that asks for itself costs as much as this. "No" is certain; what is open may have to wait.
 */
import type { Pool } from 'pg'
import type { Hash } from 'viem'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import type { Cursor } from './cursor.ts'
import { businessTimeSql } from '../../store/clock-follower.ts'
import { quoteStatuses, unendedTransactions } from '../../core/states.ts'
import { commitSecondsMax } from './watched-addresses.ts'

export type OpenWork = {
  /** Null where nothing of the chain was read yet. */
  cursor: Cursor | null
  /** Whether the last poll that is known of is some seconds ago. */
  isSeenLongAgo: boolean
  /** Whether the last poll that reached the head of a node is some seconds ago. */
  isHeadReachedLongAgo: boolean
  /** When this was asked, in real database time. */
  askedAt: Date
  /** Up to which block unknown tokens were looked for, and how many seconds ago that was; null where it was not, or not to the end. */
  unknownTokens: { readTo: number | null; secondsAgo: number | null }
  /** Payments may be there that are not watched yet. */
  hasNewPayments: boolean
  /** Logs of contracts, or of deposits, that are not credited, not agreed on, or to be taken back. */
  hasLogs: boolean
  hasDeposits: boolean
  hasTransactions: boolean
  hasDifferences: boolean
}

type Row = Pick<
  OpenWork,
  'hasNewPayments' | 'hasLogs' | 'hasDeposits' | 'hasTransactions' | 'hasDifferences'
> & {
  revision: number | null
  number: string | null
  hash: Hash
  isSeenLongAgo: boolean | null
  isHeadReachedLongAgo: boolean
  askedAt: string
  readTo: string | null
  secondsAgo: number | null
}

const seenNotedSeconds = 5

/**
 * A payment is new where it is newer than what is watched. While the newest one is of this minute, by real or by business
 * time, another that was made before it may yet be committed.
 */
const newPayments = `coalesce((
    select p.newest > w.newest or w.newest is null or p.newest > ${businessTimeSql('$3')} - late.by
      or p.newest between now() - late.by and now() + late.by
    from (select max(created_at) as newest from payment where blockchain = $1) p
    cross join (select max(created_at) as newest from deposit_watch where blockchain = $1) w
    cross join (select $2 * interval '1 second' as by) late
    where p.newest is not null), false)`

export async function readOpenWork(
  pool: Pool,
  { name: blockchain, embedded }: Pick<DeployedChain, 'name' | 'embedded'>,
): Promise<OpenWork> {
  const { rows } = await pool.query<Row>({
    name: 'chain-open-work',
    text: `select c.revision, c.block_number as number, c.block_hash as hash,
        c.seen_at < now() - interval '${seenNotedSeconds} seconds' as "isSeenLongAgo",
        coalesce(c.reached_head_at < now() - interval '${seenNotedSeconds} seconds', true) as "isHeadReachedLongAgo",
        now() as "askedAt",
        c.unknown_tokens_read_to as "readTo",
        extract(epoch from now() - c.unknown_tokens_read_at)::float8 as "secondsAgo",
        ${newPayments} as "hasNewPayments",
        exists (select from chain_log where blockchain = $1 and status in ('Seen', 'Retracting')) as "hasLogs",
        exists (select from deposit_log
          where blockchain = $1 and status in ('Seen', 'Reported', 'Retracting')) as "hasDeposits",
        exists (select from transaction
          where blockchain = $1 and status in (${quoteStatuses(unendedTransactions)})) as "hasTransactions",
        exists (select from node_difference where blockchain = $1) as "hasDifferences"
      from (values (1)) one left join chain_cursor c on c.blockchain = $1`,
    values: [blockchain, commitSecondsMax, embedded],
  })
  const { revision, number, hash, isSeenLongAgo, askedAt, readTo, secondsAgo, ...open } = rows[0]!
  return {
    ...open,
    cursor: revision === null ? null : { revision, blockNumber: Number(number), blockHash: hash },
    isSeenLongAgo: isSeenLongAgo ?? false,
    askedAt: new Date(askedAt),
    unknownTokens: { readTo: readTo === null ? null : Number(readTo), secondsAgo },
  }
}
