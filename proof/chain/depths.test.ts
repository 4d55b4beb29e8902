/** A block counts at exactly the depth that is deep enough: not a block before it, and not a block later. */
import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import {
  approve,
  newPayer,
  type Payer,
  say,
  sendFrom,
  subscribe,
  unit,
} from '../../test/chain/payers.ts'
import { pay, paymentOf, reportsTo, request } from '../../test/chain/payments.ts'
import {
  subscriptionOf,
  timesReported,
  transactionsOf,
  until,
  untilMined,
} from '../../test/chain/until.ts'
import { createWorld, startRelay, startThinking, type World } from '../../test/chain/world.ts'

const depth = 3
const amount = 10n * unit
/** Reports of one poll may be made by the next one. */
const pollsPerBlock = 3

let world: World
let payer: Payer
let thinking: { stop(): Promise<void> }

beforeEach(async () => {
  world = await createWorld({ confirmations: depth })
  thinking = startThinking(world)
  payer = await newPayer(world, 1_000n * unit)
  await poll()
})
afterEach(async () => {
  await thinking?.stop()
  await world?.close()
})

async function poll(): Promise<void> {
  for (let round = 0; round < pollsPerBlock; round++) await pollOnce(world, world.chain.nodes[0]!)
}

/** Waits until every message to an actor is taken. */
const untilTaken = () =>
  until('every message is taken', async () => {
    const { rows } = await world.database.pool.query(
      `select 1 from outbox where channel = 'actor' limit 1`,
    )
    return rows.length === 0
  })

/** Looks at every depth, from that of the newest block on, and says what was seen at each. */
async function atEachDepth<Seen>(read: () => Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = []
  for (let deep = 1; deep <= depth + 1; deep++) {
    if (deep > 1) await mineBlock(world.direct)
    await poll()
    seen.push(await read())
  }
  return seen
}

test('a payment is seen at once, and confirmed three blocks deep', async () => {
  const payment = await request(world)
  await poll()
  await pay(world, payer, payment, amount)
  const states = await atEachDepth(async () => {
    const { inTime } = (await reportsTo(world, payment)).at(-1)!
    const { status, phase } = await paymentOf(world, payment)
    return [inTime.seen, inTime.confirmed, `${status}.${phase}`]
  })
  const waiting = [String(amount), '0', 'InProgress.Confirming']
  const paid = [String(amount), String(amount), 'Succeeded.Exact']
  expect(states).toEqual([waiting, waiting, paid, paid])
})

test('a charge is stored at once, and reported three blocks deep', async () => {
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  await sendFrom(world, payer, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  })
  const seen = await atEachDepth(async () => {
    const { rows } = await world.database.pool.query<{ status: string }>(
      `select status from chain_log where event = 'Charged'`,
    )
    await untilTaken()
    return [rows[0]!.status, await timesReported(world, input.contractAddress, 'chain.charged')]
  })
  const [early, deep] = [
    ['Seen', 0],
    ['Credited', 1],
  ]
  expect(seen).toEqual([early, early, deep, deep])
  expect((await subscriptionOf(world, input.contractAddress)).status).toBe('Active')
})

test('a transaction is mined at once, and final three blocks deep', async () => {
  const relay = startRelay(world)
  try {
    const input = await subscribe(world, payer)
    await approve(world, payer, input.contractAddress, 120n * unit)
    await say(world, input, { type: 'subscription.activate' })
    const sent = await until('it is sent', async () => (await transactionsOf(world)).at(-1))
    const hash = await until('it has a hash', async () => {
      const { context } = (await transactionsOf(world)).at(-1)!
      return (context['hashes'] as Hash[]).at(-1)
    })
    await untilMined(world.direct, hash)
    const states = await atEachDepth(async () => {
      await untilTaken()
      const { status } = (await transactionsOf(world)).find(({ id }) => id === sent.id)!
      return [status, (await subscriptionOf(world, input.contractAddress)).status]
    })
    const [mined, final] = [
      ['Mined', 'Pending'],
      ['Final', 'Active'],
    ]
    expect(states).toEqual([mined, mined, final, final])
  } finally {
    await relay.stop()
  }
})
