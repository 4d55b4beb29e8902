import { type Hex, numberToHex, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readLatestBlockNumber } from '../../src/chain/embedded-time.ts'
import { IdleWait } from '../../src/relays/idle-wait.ts'
import { toPaymentResource } from '../../src/core/resources/payment.ts'
import { readPart } from '../../src/store/lists/list.ts'
import { paymentList } from '../../src/store/lists/payment-list.ts'
import { countPayments } from '../../src/store/views/payments.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import { activeSubscription, approve, newPayer, subscribe, unit } from '../../test/chain/payers.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { transactionsOf, until, untilQuiet, untilState } from '../../test/chain/until.ts'
import { createOneNodeWorld } from '../../test/chain/several-nodes.ts'
import { network, passDays, startAll, type World } from '../../test/chain/world.ts'

/** Each step mines and waits; on a busy machine that adds up. */
const patienceMs = 60_000

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld(startAll))
})
afterEach(async () => {
  proxy.behaviour = () => undefined
  await until('all has ended', async () => (await hurry(), isQuiet()), patienceMs)
})
afterAll(() => stop?.())

/** Makes the nodes refuse every transaction with this text. */
const refusing =
  (message: string): Behaviour =>
  async ({ method }) =>
    method === 'eth_sendRawTransaction' ? { error: { code: -32_000, message } } : undefined

const noncesSigned = async () => {
  const { rows } = await world.database.pool.query<{ count: number }>(
    'select count(distinct nonce)::int as count from signed_transaction where wallet = $1',
    [world.merchant.wallet],
  )
  return rows[0]!.count
}

/** A little more than a transaction waits until it is sent again. */
const untilSentAgainDays = 16 / (24 * 60 * 60)

async function isQuiet(): Promise<boolean> {
  const { rows } = await world.database.pool.query(
    `select from outbox where channel in ('actor', 'chain') union all
     select from transaction where status not in ('Final', 'Failed')`,
  )
  return rows.length === 0
}

/** Ends all waits of the relay and the timers now. */
async function hurry({ isAwake = false } = {}): Promise<void> {
  await world.database.pool.query(
    `update outbox set available_at = now() where channel = 'chain' and available_at > now()`,
  )
  await world.database.pool.query('update nonce_lane set rests_until = now() where $1::boolean', [
    isAwake,
  ])
  await passDays(world, untilSentAgainDays)
  world.bus.wake('chain')
}

const lastErrors = async () => {
  const { rows } = await world.database.pool.query<{ why: string }>(
    `select last_error as why from outbox where channel = 'chain' and last_error is not null`,
  )
  return rows.map(({ why }) => why)
}

test(
  'a refusal "intrinsic gas too low" burns no nonces, is shown, and waiting charges go through later',
  async () => {
    const { contractAddress } = await activeSubscription(world)
    await untilQuiet(world)
    const before = await noncesSigned()
    proxy.behaviour = refusing('intrinsic gas too low: gas 21000, minimum needed 53000')
    await passDays(world, 30)
    const held = await until(
      'the word that it waits',
      async () => {
        await hurry()
        const found = await untilState(world, contractAddress, 'Suspended')
        return found.context.reason !== null && found
      },
      patienceMs,
    )
    expect(held.context.reason).toBe('ChainRefuses')
    for (let i = 0; i < 20; i++) await hurry()
    expect(await noncesSigned()).toBe(before + 1)
    await until('the refusal of the node', async () =>
      (await lastErrors()).some((why) => why.includes('intrinsic gas too low: gas 21000')),
    )

    proxy.behaviour = () => undefined
    await until(
      'the second charge',
      async () => {
        await hurry()
        const { context } = await untilState(world, contractAddress, 'Active.Current')
        return context['chargesMade'] === 2
      },
      patienceMs,
    )
    expect(await noncesSigned()).toBe(before + 1)
  },
  3 * patienceMs,
)

test(
  'where nodes need more gas than our ceilings, they get what they estimate and a quarter more',
  async () => {
    const needed = 900_000n
    proxy.behaviour = async ({ method, params }) => {
      if (method === 'eth_estimateGas') return { result: numberToHex(needed) }
      const isSent = method === 'eth_sendRawTransaction'
      const isLow = isSent && parseTransaction(params[0] as Hex).gas! < needed
      return isLow ? { error: { code: -32_000, message: 'intrinsic gas too low' } } : undefined
    }
    const { contractAddress } = await activeSubscription(world)
    await untilState(world, contractAddress, 'Active.Current')
    const { rows } = await world.database.pool.query<{ raw: Hex }>(
      'select raw from signed_transaction where wallet = $1 order by signed_at desc limit 1',
      [world.merchant.wallet],
    )
    expect(parseTransaction(rows[0]!.raw).gas).toBe((needed * 5n) / 4n)
  },
  3 * patienceMs,
)

test(
  'a transaction that no node ever takes is given up slowly, and the lane rests before the next',
  async () => {
    const before = await noncesSigned()
    proxy.behaviour = refusing('exceeds block gas limit')
    const payer = await newPayer(world, 1_000n * unit)
    const input = await subscribe(world, payer)
    await approve(world, payer, input.contractAddress, 120n * unit)
    await until(
      'it is given up',
      async () => {
        await hurry()
        return (await transactionsOf(world)).some(({ status }) => status === 'Failed')
      },
      patienceMs,
    )
    for (let i = 0; i < 20; i++) await hurry()
    expect(await noncesSigned()).toBe(before + 1)
    await untilState(world, input.contractAddress, 'Suspended')

    proxy.behaviour = () => undefined
    await world.database.pool.query('update nonce_lane set rests_until = now()')
    await until(
      'it goes on',
      async () => {
        await hurry()
        return (await untilState(world, input.contractAddress, 'Active.Current')) && true
      },
      patienceMs,
    )
    await untilQuiet(world)
    const { rows } = await world.database.pool.query('select refusals from nonce_lane')
    expect(rows).toEqual([{ refusals: 0 }])
  },
  3 * patienceMs,
)

test(
  'a sweep that fails again and again is an exception, and is tried again by itself',
  async () => {
    const owner = { merchantId: world.merchant.merchantId, network } as const
    const payer = await newPayer(world, 1_000n * unit)
    const input = await request(world)
    proxy.behaviour = refusing('exceeds block gas limit')
    await pay(world, payer, input, BigInt(input.amount))
    await until(
      'the exception',
      async () => {
        await hurry({ isAwake: true })
        return (await countPayments(world.database, owner, { exceptionIn: ['NotSettled'] })) === 1
      },
      patienceMs,
    )
    const wanted = { owner, filter: { exceptionIn: ['NotSettled' as const] } }
    const { rows } = await readPart(world.database.pool, paymentList, wanted, { limit: 5 })
    expect(toPaymentResource(rows[0]!)).toMatchObject({
      exception: 'NotSettled',
      settlement: 'Waiting',
      settlementReason: 'ChainRefuses',
    })
    proxy.behaviour = () => undefined
    await until(
      'it is settled',
      async () => {
        await hurry({ isAwake: true })
        return (await paymentOf(world, input)).context.swept === input.amount
      },
      patienceMs,
    )
    expect(await countPayments(world.database, owner, { exceptionIn: ['NotSettled'] })).toBe(0)
  },
  3 * patienceMs,
)

test(
  'the test clock makes no block for a transaction that is on its way to a slow node',
  async () => {
    await activeSubscription(world)
    await untilQuiet(world)
    const answer = Promise.withResolvers<void>()
    proxy.behaviour = async ({ method }) => {
      if (method === 'eth_sendRawTransaction') await answer.promise
      return undefined
    }
    await passDays(world, 30)
    await until('a signed charge', async () =>
      (await transactionsOf(world)).some(({ status }) => status === 'Signed'),
    )
    const head = await readLatestBlockNumber(world.direct)
    const moving = await new IdleWait(world, 1_000).untilIdle()
    expect(moving).toMatchObject({ unsentTransactions: 1, transactions: 0 })
    expect(await readLatestBlockNumber(world.direct)).toBe(head)
    answer.resolve()
  },
  patienceMs,
)
