/**
 * Counts what waits in the outbox, as `/metrics` shows it. Each part goes through the beginning of one index, so that
 * it costs the same however much waits: beyond `rowsMax` a count stays there, and an age is that of the rows looked at.
 */
import type { PoolClient } from 'pg'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'
import { attemptsUnsuspicious, parkedUntil } from '../engine/stuck-effects.ts'
import { merchantsMatters } from '../../core/reasons/wait-reasons.ts'
import type { Channel } from '../../core/turn/consequences.ts'

const rowsMax = 2_000

export type OutboxFigures = {
  waiting: WaitingRows[]
  requests: ChainRequests[]
  tried: TriedRows[]
}

/** Reads all of them in one commit, in which nothing is sorted: PostgreSQL guesses few rows, and would read and sort all. */
export const readOutboxFigures = ({ pool }: Database): Promise<OutboxFigures> =>
  runInOneCommit(pool, async (client) => {
    await client.query('set local enable_sort = off; set local enable_bitmapscan = off')
    return {
      waiting: await countWaitingRows(client),
      requests: await countChainRequests(client),
      tried: await countTriedRows(client),
    }
  })

type WaitingRows = { channel: Channel; count: number; oldestSeconds: number }

/** The age says nothing of a request to the chain that has a known reason to wait. */
const waitingOf = (
  channel: Channel,
  order: string,
) => `select '${channel}' as channel, count(*)::int as count,
    coalesce(greatest(extract(epoch from now() - min(at) filter (where waits_for is null)), 0), 0)::float8 as "oldestSeconds"
  from (select at, waits_for from outbox where channel = '${channel}' order by ${order} limit ${rowsMax}) as waiting`

/** Counts what waits on each channel but that of webhooks, and says how old the oldest is, in real time. */
async function countWaitingRows(client: PoolClient): Promise<WaitingRows[]> {
  const { rows } = await client.query<WaitingRows>({
    name: 'figures-waiting-rows',
    text: `${waitingOf('actor', 'available_at')}
      union all ${waitingOf('chain', 'lane, name, available_at, at')}
      union all ${waitingOf('event', 'merchant_id, network, available_at')}`,
  })
  return rows
}

type ChainRequests = { name: string; waitsFor: string; count: number }

/** Counts the requests to the chain, such as charges, by what they wait for; an empty text: to be sent. */
async function countChainRequests(client: PoolClient): Promise<ChainRequests[]> {
  const { rows } = await client.query<ChainRequests>({
    name: 'figures-chain-requests',
    text: `select name, coalesce(waits_for, '') as "waitsFor", count(*)::int as count
      from (select name, waits_for from outbox where channel = 'chain'
        order by lane, name, available_at, at limit ${rowsMax}) as waiting
      group by name, waits_for`,
  })
  return rows
}

type TriedRows = { channel: Channel; stuck: number; parked: number }

/** Counts effects that were tried more than three times and are no merchant's matter, and those that an operator has parked. */
async function countTriedRows(client: PoolClient): Promise<TriedRows[]> {
  const { rows } = await client.query<TriedRows>({
    name: 'figures-tried-rows',
    text: `select channel, count(*) filter (where available_at < $2)::int as stuck,
        count(*) filter (where available_at >= $2)::int as parked
      from (select channel, available_at from outbox
        where attempts > ${attemptsUnsuspicious} and name <> 'probe' and (waits_for is null or waits_for <> all($1))
        order by channel, available_at limit ${rowsMax}) as tried
      group by channel`,
    values: [merchantsMatters, parkedUntil],
  })
  return rows
}
