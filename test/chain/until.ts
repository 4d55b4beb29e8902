/** Waits for conditions, and reads what the actors have come to. */
import type { Hash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { stepAll } from '../../src/shared/pulse.ts'
import { passEverywhere, stillRounds } from '../support/settle.ts'
import type { World } from './world.ts'

const patienceMs = 15_000
/** What waits for little is not passed by; what waits for long costs few steps. */
const passedFirstMs = 50
const passedAtOnceMaxMs = 1_000

/**
 * Reads until something true comes, and returns it. Between two reads everything in this process does what is to be done,
 * and what waits for later has time passed; fails when `timeoutMs` of it have.
 */
export async function until<Seen>(
  what: string,
  read: () => Promise<Seen | false | null | undefined>,
  timeoutMs = patienceMs,
): Promise<Seen> {
  for (let passedMs = 0, nextMs = passedFirstMs; passedMs <= timeoutMs; passedMs += nextMs) {
    for (let round = 0; round < stillRounds; round++) {
      const seen = await read()
      if (seen) return seen
      await stepAll()
    }
    nextMs = Math.min(passedAtOnceMaxMs, 2 * nextMs)
    await passEverywhere(nextMs)
  }
  throw new Error(`never: ${what}`)
}

/** A node mines at once, but answers the sender a moment before. */
export const untilMined = ({ reader }: Pick<World['chain'], 'reader'>, hash: Hash) =>
  until(`transaction ${hash} is mined`, () =>
    getTransactionReceipt(reader, { hash }).catch(() => null),
  )

export type Actor = {
  id: string
  status: string
  phase: string
  // The tests read many shapes of context.
  context: Record<string, unknown> & { reason: string | null }
}

const columns = `id, status, phase, snapshot->'context' as context`

export async function subscriptionOf(world: World, contractAddress: string): Promise<Actor> {
  const { rows } = await world.database.pool.query<Actor>(
    `select ${columns} from subscription where id = $1`,
    [contractAddress],
  )
  return rows[0]!
}

export async function chargesOf(world: World, contractAddress: string): Promise<Actor[]> {
  const { rows } = await world.database.pool.query<Actor>(
    `select ${columns} from charge where contract_address = $1 order by id`,
    [contractAddress],
  )
  return rows
}

export async function transactionsOf(world: World): Promise<Actor[]> {
  const { rows } = await world.database.pool.query<Actor>(
    `select ${columns} from transaction order by nonce`,
  )
  return rows
}

/** Waits until a subscription is in this state, `Active` or `Active.Overdue`. */
export async function untilState(
  world: World,
  contractAddress: string,
  state: string,
  timeoutMs = patienceMs,
) {
  const [status, phase] = state.split('.')
  const isThere = async () => {
    const found = await subscriptionOf(world, contractAddress)
    return found.status === status && (!phase || found.phase === phase) && found
  }
  return untilOf(world, contractAddress, state, isThere, timeoutMs)
}

/** Waits until no request is left in the outbox, and every transaction has ended. */
export async function untilQuiet(world: World, timeoutMs = patienceMs): Promise<void> {
  let moving: unknown[] = []
  const isQuiet = async () => {
    const { rows } = await world.database.pool.query(
      `select id, name as what, last_error as why from outbox
       where channel in ('actor', 'chain') and waits_for is distinct from 'Token'
       union all
       select id, purpose, status || '.' || phase from transaction
       where status not in ('Final', 'Failed')`,
    )
    moving = rows
    return rows.length === 0
  }
  await until('quiet', isQuiet, timeoutMs).catch(() => {
    throw new Error(`never quiet, but ${JSON.stringify(moving)}`)
  })
}

/** Counts how often an event of this type was reported to a subscription. */
export async function timesReported(
  world: World,
  contractAddress: string,
  type: string,
): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: string }>(
    `select count(*) from journal where entity_id = $1 and event->>'type' = $2`,
    [contractAddress, type],
  )
  return Number(rows[0]!.count)
}

/** Waits for something that a subscription leads to, and describes all of it where that does not come. */
export const untilOf = <Seen>(
  world: World,
  contractAddress: string,
  what: string,
  read: () => Promise<Seen | false | null | undefined>,
  timeoutMs = patienceMs,
): Promise<Seen> =>
  until(what, read, timeoutMs).catch(async ({ message }) => {
    throw new Error(`${message}, but\n${await describeSubscription(world, contractAddress)}`)
  })

/** Describes a subscription, its charges and everything behind them, in lines, for errors. */
export async function describeSubscription(world: World, contractAddress: string): Promise<string> {
  const tables = {
    subscription: `select status, phase, snapshot->'context'->'charge' as charge,
      snapshot->'context'->'confirmedNumbers' as confirmed from subscription where id = $1`,
    charges: `select id, status, phase, snapshot->'context'->'reason' as reason
      from charge where contract_address = $1 order by id`,
    logs: `select event, status, agreed, block_number, left(transaction_hash, 10) as transaction
      from chain_log where contract_address = $1 order by block_number`,
    transactions: 'select nonce, status, phase from transaction where $1 <> id order by nonce',
    cursor: 'select block_number, block_time, seen_at from chain_cursor where $1 <> blockchain',
    outbox: `select id, name, attempts, available_at - now() as due_in, waits_for, last_error from outbox
      where channel in ('actor', 'chain') and $1 <> id::text limit 10`,
  }
  const lines = Object.entries(tables).map(async ([name, query]) => {
    const { rows } = await world.database.pool.query(query, [contractAddress])
    return `${name}: ${JSON.stringify(rows)}`
  })
  return (await Promise.all(lines)).join('\n')
}
