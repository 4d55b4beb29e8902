/** Nodes refuse what the chain's history says that others pay: offers rise, whatever the refusal says, and stay within limits. */
import { parseGwei } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import { setGasLimits } from '../../src/store/merchants/gas-limits.ts'
import { passTime } from '../support/settle.ts'
import { newPayer, unit } from './payers.ts'
import { pay, paymentOf, request } from './payments.ts'
import { createNodesWorld } from './several-nodes.ts'
import { until } from './until.ts'
import { gethWords, passWaitsOfRefused, wanting, type Wanting } from './wanting-nodes.ts'
import { blockchain, network, startAll } from './world.ts'

const patienceMs = 60_000
const amount = 10n * unit
/** Polygon's. */
const gas = { maxFeePerGasGwei: '5000', maxTipGwei: '500' }
const narrow = { maxFeePerGasGwei: '520', maxTipGwei: '500' }
const strangeWords = () => 'the tide is out for offers like this'

type Nodes = Awaited<ReturnType<typeof createNodesWorld>>
let nodes: Nodes | undefined
const sentTips: bigint[] = []

afterEach(async () => {
  await nodes?.stop()
  nodes = undefined
  sentTips.splice(0)
})

/** Starts the service before a node of this kind, and pays. */
async function payBefore(node: Wanting, limits = gas): Promise<Nodes & { payment: PaymentInput }> {
  nodes = await createNodesWorld(1, { gas: limits, sweepAfterSeconds: 0 }, startAll)
  const { world, proxies } = nodes
  const payer = await newPayer(world, 1_000n * unit)
  const payment = await request(world)
  proxies[0]!.behaviour = wanting(node, (tip) => sentTips.push(tip))
  await pay(world, payer, payment, amount)
  return { ...nodes, payment }
}

const isSettled = async ({ world }: Nodes, payment: PaymentInput) => {
  await passWaitsOfRefused(world)
  return (await paymentOf(world, payment)).context.swept === String(amount)
}

const untilReason = ({ world }: Nodes, payment: PaymentInput, reason: string) =>
  until(
    `it waits for ${reason}`,
    async () => (await paymentOf(world, payment)).context.sweepReason === reason,
    patienceMs,
  )

const heldUp = async ({ world }: Nodes) => {
  const { lanes } = await listStuck(world.database, world.clock.now())
  return lanes.map(({ lane }) => lane?.heldUpBy ?? '').join('; ')
}

/** Waits for what comes within twelve hours, in each of which what is refused is sent again. */
async function inHours(world: Nodes, what: string, isThere: () => Promise<boolean>) {
  for (let hours = 0; hours < 12; hours++) {
    const sentBefore = sentTips.length
    const isSentOrThere = async () => (await isThere()) || sentTips.length > sentBefore
    await until(`${what}, or it is sent`, isSentOrThere, 10 * patienceMs)
    if (await isThere()) return
    await passTime(world.world, hourMs)
  }
  throw new Error(`never: ${what}`)
}

const offersOf = async ({ world }: Nodes) => {
  const { rows } = await world.database.pool.query<{ tip: string; fee: string }>(
    `select max_priority_fee_per_gas as tip, max_fee_per_gas as fee from signed_transaction
     order by signed_at`,
  )
  return rows.map(({ tip, fee }) => ({ tip: BigInt(tip), fee: BigInt(fee) }))
}

test.each<[string, Wanting]>([
  [
    "in the words of today's geth, with a number",
    { paid: parseGwei('1.5'), advice: null, least: parseGwei('25'), words: gethWords },
  ],
  [
    'in words without a number, with advice',
    {
      paid: parseGwei('1.5'),
      advice: parseGwei('30'),
      least: parseGwei('25'),
      words: () => 'transaction underpriced',
    },
  ],
  [
    'for a tip of nothing, after blocks of system transactions, without advice',
    {
      paid: 0n,
      used: 0.002,
      advice: null,
      least: 1n,
      words: (tip, least) => `transaction underpriced: gas tip cap ${tip}, minimum needed ${least}`,
    },
  ],
  [
    'for a tip of nothing, in words without a number',
    { paid: 0n, used: 0.002, advice: null, least: 1n, words: () => 'FeeTooLow' },
  ],
  [
    'in words that nobody knows, with advice',
    {
      paid: parseGwei('1.5'),
      advice: parseGwei('30'),
      least: parseGwei('25'),
      words: strangeWords,
    },
  ],
  [
    'in words that nobody knows, without advice',
    { paid: parseGwei('1.5'), advice: null, least: parseGwei('25'), words: strangeWords },
  ],
  [
    'by HTTP, without an object',
    {
      paid: parseGwei('1.5'),
      advice: null,
      least: parseGwei('25'),
      words: gethWords,
      form: (words) => ({ status: 400, body: words }),
    },
  ],
])(
  'a node refuses %s: the payment settles, and its nonce was never left',
  async (_, node) => {
    const { payment, ...rest } = await payBefore(node)
    await until('it is settled', () => isSettled(rest, payment), patienceMs)
    expect(sentTips[0]).toBeLessThan(node.least)
    const paid = sentTips.at(-1)!
    expect(paid).toBeGreaterThanOrEqual(node.least)
    expect(paid).toBeLessThanOrEqual(parseGwei(gas.maxTipGwei))
    const { rows } = await rest.world.database.pool.query(
      'select count(distinct nonce)::int as nonces from signed_transaction',
    )
    expect(rows).toEqual([{ nonces: 1 }])
  },
  3 * patienceMs,
)

test(
  'on a quiet chain whose node advises a tip, that is offered at once and taken',
  async () => {
    const { payment, ...rest } = await payBefore({
      paid: 0n,
      used: 0.002,
      advice: parseGwei('0.001'),
      least: 1n,
      words: gethWords,
    })
    await until('it is settled', () => isSettled(rest, payment), patienceMs)
    expect(new Set(sentTips)).toEqual(new Set([parseGwei('0.001')]))
  },
  2 * patienceMs,
)

test(
  'a node that takes nothing, in words that nobody knows, is tried in few steps to 32 times the usual tip; it is said in its words, and what waits goes on',
  async () => {
    const paid = parseGwei('1')
    const { payment, ...rest } = await payBefore({
      paid,
      advice: null,
      least: parseGwei('100000'),
      words: strangeWords,
    })
    await untilReason(rest, payment, 'ChainRefuses')
    expect(await heldUp(rest)).toContain(strangeWords())
    await until(
      'it offers no more',
      async () =>
        !(await isSettled(rest, payment)) && (await offersOf(rest)).at(-1)!.tip === 32n * paid,
      5 * patienceMs,
    )
    const sentUntilThen = sentTips.length
    await until(
      'it is sent again',
      async () => sentTips.length > sentUntilThen + 3,
      30 * patienceMs,
    )
    const offers = await offersOf(rest)
    expect(offers.at(-1)!.tip).toBe(32n * paid)
    expect(offers.length).toBeLessThanOrEqual(7)
    rest.proxies[0]!.behaviour = wanting({ paid: 1n, advice: null, least: 0n, words: strangeWords })
    await until('it is settled', () => isSettled(rest, payment), 30 * patienceMs)
  },
  9 * patienceMs,
)

test(
  'a node that wants more than 32 times the usual tip, in words that nobody knows, gets it by a step an hour',
  async () => {
    const least = parseGwei('5')
    const paid = parseGwei('0.1')
    const { payment, ...rest } = await payBefore({ paid, advice: null, least, words: strangeWords })
    await inHours(rest, 'it is settled', () => isSettled(rest, payment))
    const taken = sentTips.at(-1)!
    expect(taken).toBeGreaterThanOrEqual(least)
    expect(taken).toBeLessThanOrEqual(2n * least)
  },
  5 * patienceMs,
)

test(
  'an offer at the limits of the chain that is refused in words that nobody knows says that it is there',
  async () => {
    const { payment, ...rest } = await payBefore(
      {
        paid: parseGwei('400'),
        advice: null,
        least: parseGwei('100000'),
        words: strangeWords,
      },
      narrow,
    )
    const isSaid = async () => {
      await isSettled(rest, payment)
      const { rows } = await rest.world.database.pool.query(
        'select from outbox where last_error like $1',
        [`%${strangeWords()}; it offers as much as gas.maxTipGwei%`],
      )
      return rows.length > 0
    }
    await inHours(rest, 'it says so', isSaid)
    for (const { tip, fee } of await offersOf(rest)) {
      expect(tip).toBeLessThanOrEqual(parseGwei(narrow.maxTipGwei))
      expect(fee).toBeLessThanOrEqual(parseGwei(narrow.maxFeePerGasGwei))
    }
  },
  5 * patienceMs,
)

test(
  'what a node wants above the limit of the chain is not offered, and the reason names the limit',
  async () => {
    const { payment, ...rest } = await payBefore({
      paid: parseGwei('1.5'),
      advice: null,
      least: parseGwei('900'),
      words: gethWords,
    })
    await untilReason(rest, payment, 'GasPriceTooHigh')
    for (const { tip, fee } of await offersOf(rest)) {
      expect(tip).toBeLessThanOrEqual(parseGwei(gas.maxTipGwei))
      expect(fee).toBeLessThanOrEqual(parseGwei(gas.maxFeePerGasGwei))
    }
    expect(await heldUp(rest)).toContain('minimum needed 900000000000')
  },
  3 * patienceMs,
)

test(
  'an offer does not rise above what the wallet holds and its merchant allows for a day, and goes on when it may',
  async () => {
    const { payment, ...rest } = await payBefore({
      paid: 0n,
      used: 0.002,
      advice: null,
      least: parseGwei('25'),
      words: gethWords,
    })
    const { world } = rest
    const owner = { merchantId: world.merchant.merchantId, network } as const
    const limits = { blockchain, weiPerCharge: null, sharePercent: null, relaysPermits: true }
    const weiPerDay = 10n ** 15n
    await setGasLimits(world, owner, { ...limits, weiPerDay })
    await untilReason(rest, payment, 'GasBudgetSpent')
    for (const { fee } of await offersOf(rest)) expect(fee).toBeLessThan(weiPerDay / 300_000n)
    await setGasLimits(world, owner, { ...limits, weiPerDay: null })
    await until('it is settled', () => isSettled(rest, payment), 10 * patienceMs)
  },
  5 * patienceMs,
)
