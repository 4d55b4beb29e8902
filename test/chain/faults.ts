/**
 * Faults by a printed seed: a database whose statements fail before or after they were executed,
 * and a node that answers with errors, or does what it is asked and loses its answer.
 */
import type { Pool, PoolClient } from 'pg'
import type { Database } from '../../src/store/database.ts'
import type { RpcProxy } from './rpc-proxy.ts'

/**
 * Anything may take this long beside faults. Where the answer to a claim of requests is lost, nobody works on them
 * until their lease is over, 15 s later; that befalls one thing three times in a row now and then.
 */
export const faultPatienceMs = 90_000

export type Dice = () => number

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

class InjectedFault extends Error {
  override name = 'InjectedFault'
}

/**
 * Returns the database with faults: the part `rate` of its statements fails, half of them after
 * they worked.
 */
export function faultyDatabase(database: Database, dice: Dice, rate: () => number): Database {
  const query = (run: (...args: never[]) => Promise<unknown>) =>
    async function failing(...args: never[]): Promise<unknown> {
      if (dice() < rate() / 2) throw new InjectedFault('before the statement')
      const result = await run(...args)
      if (dice() < rate() / 2) throw new InjectedFault('after the statement')
      return result
    }
  const { pool } = database
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    return withQuery(client, query(client.query.bind(client) as never))
  }
  return { ...database, pool: withQuery({ pool, connect }, query(pool.query.bind(pool) as never)) }
}

/** Replaces how a pool or client queries and connects; everything else is its own. */
function withQuery<Target extends object>(target: Target, query: unknown): never {
  const { pool, connect } = target as { pool?: Pool; connect?: unknown }
  return new Proxy(pool ?? target, {
    get(inner, key) {
      if (key === 'query') return query
      if (key === 'connect' && pool) return connect
      const value: unknown = Reflect.get(inner, key, inner)
      return typeof value === 'function' ? value.bind(inner) : value
    },
  }) as never
}

/** Makes the part `rate` of a node's answers fail, half of them after the node did as asked. */
export function makeFaulty(proxy: RpcProxy, dice: Dice, rate: () => number): void {
  const lost = { status: 502, body: 'injected: bad gateway' }
  proxy.behaviour = async (_, pass) => {
    if (dice() < rate() / 2) return lost
    const answer = await pass()
    return dice() < rate() / 2 ? lost : answer
  }
}
