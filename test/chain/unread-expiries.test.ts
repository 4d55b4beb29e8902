/** A payment expires once its chain was read up to that moment: what paid it may lie in blocks that nobody has read yet. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../machines/durations.ts'
import { startWorker } from '../../src/actors/worker.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { claimDueTimers } from '../../src/store/engine/timers.ts'
import { readJournal } from '../support/laws.ts'
import { passEverywhere, settle } from '../support/settle.ts'
import { newPayer, type Payer, unit } from './payers.ts'
import { pay, paymentOf, request, untilPaymentState } from './payments.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { blockchain, createWorld, startWatching, type World } from './world.ts'

/** Less than a reading of the chain counts for. */
const expiresInMs = 10_000
/** Enough to pay in, on a busy machine too. */
const payableForMs = 5 * minuteMs

let world: World
let payer: Payer
let thinking: { stop(): Promise<void> }[]
let watcher: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  world = await createWorld()
  payer = await newPayer(world, 100n * unit)
  // A real chain's blocks come by themselves, so it is not embedded.
  const directory = new ChainDirectory([{ ...world.chain, embedded: false }])
  thinking = [startWorker(world), startActorRelay(world), startTimerRelay({ ...world, directory })]
})
afterEach(() => watcher?.stop())
afterAll(async () => {
  for (const part of thinking ?? []) await part.stop()
  await world?.close()
})

const soon = (inMs = expiresInMs) => ({
  expiresAt: new Date(world.clock.now().getTime() + inMs).toISOString(),
})

/** The chain was read last so long ago, as after a restore or an outage. */
const readLast = (ago: string) =>
  world.database.pool.query(
    `update chain_cursor set reached_head_at = now() - $2::interval, seen_at = now() - $2::interval
     where blockchain = $1`,
    [blockchain, ago],
  )

/** Passes the time until a payment is over, and lets everybody do what is due by then. */
async function untilOver({ expiresAt }: { expiresAt: string }): Promise<void> {
  const leftMs = Date.parse(expiresAt) - world.clock.now().getTime() + 1
  world.clock.setTestOffset(world.clock.testOffsetMs + leftMs)
  await passEverywhere(leftMs)
  await settle(world)
}

const eventsOf = async ({ id }: { id: string }) =>
  (await readJournal(world.database, id)).map(({ event }) => (event as { type: string }).type)

test('a payment that was paid in time, in blocks that are still to be read, is never Expired', async () => {
  await pollOnce(world, world.chain.nodes[0]!)
  const payment = await request(world, soon(payableForMs))
  await readLast('20 seconds')
  await pay(world, payer, payment, 10n * unit)
  await untilOver(payment)
  expect((await paymentOf(world, payment)).status).toBe('Created')
  watcher = startWatching(world)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(await eventsOf(payment)).not.toContain('xstate.after.untilExpired.Created')
})

test('one that nobody paid expires once the chain was read', async () => {
  await pollOnce(world, world.chain.nodes[0]!)
  const payment = await request(world, soon())
  await readLast('10 minutes')
  await untilOver(payment)
  expect((await paymentOf(world, payment)).status).toBe('Created')
  watcher = startWatching(world)
  await untilPaymentState(world, payment, 'Expired.Unpaid')
})

test('where the chain was read a moment ago, it expires at its time', async () => {
  await pollOnce(world, world.chain.nodes[0]!)
  const payment = await request(world, soon())
  await untilOver(payment)
  expect(await paymentOf(world, payment)).toMatchObject({ status: 'Expired', phase: 'Unpaid' })
})

test('an expiry does not wait for a chain that nobody has read for an hour, nor for more than a week', async () => {
  await pollOnce(world, world.chain.nodes[0]!)
  const payment = await request(world, soon())
  const claim = async (isWaitNew: boolean, daysLater = 0) => {
    const reading = { chains: [blockchain], isWaitNew }
    const at = new Date(Date.parse(payment.expiresAt) + daysLater * dayMs + 1)
    const messages = await claimDueTimers(world.database, at, { limit: 100, resendMs: 0, reading })
    return messages.some(({ entityId }) => entityId === payment.id)
  }
  await readLast('50 minutes')
  expect(await claim(false)).toBe(false)
  await readLast('10 days')
  expect(await claim(true, 8)).toBe(true)
  await readLast('2 hours')
  expect(await claim(true)).toBe(false)
  expect(await claim(false)).toBe(true)
})
