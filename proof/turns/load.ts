/**
 * Clients that make load: each takes a subscription from its creation to its end, and sends a command
 * again with the same id whenever it gets no answer, as a client with an idempotency key does.
 */
import { expect } from 'vitest'
import { BusUnavailable } from '../../src/bus/commands.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import { anAddress, command, createSubscription, maxPeriods } from '../../test/turns/messages.ts'
import type { Parts } from '../../test/turns/parts.ts'

const askTimeoutMs = 1_000
const answeredWithinMs = 30_000
const everyMs = 20

export type Load = {
  /** The texts of answers that were no success. */
  troubles: string[]
  contracts: string[]
  /** The number of creations that were acknowledged. */
  created: number
  /** Resolves when every command has been acknowledged. */
  done: Promise<void>
}

/** Starts `count` clients, one after another. */
export function startLoad(parts: Parts, count: number): Load {
  const contracts = Array.from({ length: count }, anAddress)
  const troubles: string[] = []
  const load: Load = { contracts, troubles, created: 0, done: Promise.resolve() }
  const client = async (contractAddress: string, index: number) => {
    await new Promise((resolve) => setTimeout(resolve, index * everyMs))
    await askUntilDone(parts, createSubscription(contractAddress), troubles)
    load.created++
    const activate = command('subscription', contractAddress, { type: 'subscription.activate' })
    await askUntilDone(parts, activate, troubles)
  }
  load.done = Promise.all(contracts.map(client)).then(() => undefined)
  return load
}

/** Waits until so many of the clients have had their first answer: 1 for all of them. */
export async function untilCreated(load: Load, share: number): Promise<void> {
  const wanted = Math.floor(load.contracts.length * share)
  await expect.poll(() => load.created, { timeout: 30_000, interval: 5 }).toBeGreaterThan(wanted)
}

/** Sends a command until it succeeds, and collects the other answers. */
export async function askUntilDone(
  { bus }: Parts,
  message: Message,
  troubles: string[],
): Promise<Reply> {
  const giveUpAt = performance.now() + answeredWithinMs
  while (performance.now() < giveUpAt) {
    const reply = await bus.request(message, askTimeoutMs).catch((error: unknown) => {
      if (error instanceof BusUnavailable) return { outcome: 'unavailable' } as const
      throw error
    })
    if (reply.outcome === 'applied') return reply
    troubles.push(reply.outcome)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${message.event.type} was not done: ${troubles.at(-1)}`)
}

/**
 * Expects that every subscription has made all its charges and ended, and each charge succeeded,
 * once a period.
 */
export async function expectAllFinished({ database }: Parts, { contracts }: Load): Promise<void> {
  const { rows } = await database.pool.query<{ status: string; charges: string[] }>(
    `select s.status, array(select c.status || ' ' || c.period from charge c
        where c.contract_address = s.id order by c.period) as charges
     from subscription s where s.id = any($1)`,
    [contracts],
  )
  const charges = Array.from({ length: maxPeriods }, (_, index) => `Succeeded ${index + 1}`)
  expect(rows).toEqual(contracts.map(() => ({ status: 'Finished', charges })))
}

/** Waits until so many of the charges have succeeded: 1 for all of them. */
export async function untilCharged(
  { database }: Parts,
  { contracts }: Load,
  share: number,
  timeoutMs = 30_000,
): Promise<void> {
  const count = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from charge
       where status = 'Succeeded' and contract_address = any($1)`,
      [contracts],
    )
    return rows[0]!.count
  }
  const wanted = Math.floor(contracts.length * maxPeriods * share)
  await expect.poll(count, { timeout: timeoutMs, interval: 50 }).toBeGreaterThanOrEqual(wanted)
}

/** Waits until every subscription has ended. */
export async function untilFinished(
  { database }: Parts,
  { contracts }: Load,
  timeoutMs: number,
): Promise<void> {
  const findOpen = async () => {
    const { rows } = await database.pool.query(
      `select id, status, phase from subscription where id = any($1) and status <> 'Finished' limit 3`,
      [contracts],
    )
    return rows
  }
  await expect.poll(findOpen, { timeout: timeoutMs, interval: 50 }).toEqual([])
}
