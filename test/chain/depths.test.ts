/** What counts once it is deep enough counts at exactly that depth: not a block before it, and not a block later. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/subscriptions.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { approve, newPayer, type Payer, sendFrom, subscribe, unit } from './payers.ts'
import { pay, paymentOf, reportsTo, request } from './payments.ts'
import { subscriptionOf, timesReported, until } from './until.ts'
import { createWorld, startThinking, type World } from './world.ts'

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
  const statuses = await atEachDepth(async () => {
    const { rows } = await world.database.pool.query<{ status: string }>(
      `select status from chain_log where event = 'Charged'`,
    )
    return rows[0]!.status
  })
  expect(statuses).toEqual(['Seen', 'Seen', 'Credited', 'Credited'])
  await until('the charge is heard of', async () => {
    return (await timesReported(world, input.contractAddress, 'chain.charged')) === 1
  })
  expect((await subscriptionOf(world, input.contractAddress)).status).toBe('Active')
})
