import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { newPayer, type Payer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request, untilPaymentState, reportsTo } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../../test/chain/until.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

const manyPayments = 1_000
const atOnceMax = 50

let world: World
let payer: Payer
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url, nodeUrl]
    },
  })
  thinking = startThinking(world)
  payer = await newPayer(world, 1_000n * unit)
})
beforeEach(() => {
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

const pollNow = (nodeIndex = 0) => pollOnce(world, world.chain.nodes[nodeIndex]!)

test('two watchers that both believe to lead report no deposit twice', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await Promise.allSettled(Array.from({ length: 6 }, () => pollNow()))
  await pollNow()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(await reportsTo(world, payment)).toHaveLength(1)
})

test('money is seen by one node alone, and confirmed only when all hold the same block', async () => {
  await pollNow()
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  const wrongHash = `0x${'ab'.repeat(32)}`
  proxy.behaviour = async ({ method }, pass) =>
    method === 'eth_getBlockByNumber'
      ? { result: { ...((await pass()).result as object), hash: wrongHash } }
      : undefined
  await pollNow(1)
  const { context } = await untilPaymentState(world, payment, 'InProgress.Confirming')
  expect(context.inTime.confirmed).toBe('0')

  proxy.behaviour = () => undefined
  await pollNow(1)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

test('while a node does not answer what an address holds, no deposit is reported, and all are later', async () => {
  await pollNow()
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  proxy.behaviour = async ({ method }) =>
    method === 'eth_call' ? { error: { code: -32_000, message: 'header not found' } } : undefined
  await expect(pollNow()).rejects.toThrow(/balances cannot be read/)
  expect(await paymentOf(world, payment)).toMatchObject({ status: 'Created' })
  proxy.behaviour = () => undefined
  await pollNow()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

test('a transfer that a node keeps back at first is found with the next blocks', async () => {
  await pollNow()
  const payment = await request(world)
  await pollNow()
  proxy.behaviour = async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined)
  await pay(world, payer, payment, 10n * unit)
  await pollNow()
  expect(await paymentOf(world, payment)).toMatchObject({ status: 'Created' })
  proxy.behaviour = () => undefined
  await pay(world, payer, { depositAddress: payer.address }, 1n)
  await pollNow()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

test('among a thousand payments, those that are paid get a report, and no others', async () => {
  const payments: PaymentInput[] = []
  while (payments.length < manyPayments)
    payments.push(...(await Promise.all(Array.from({ length: atOnceMax }, () => request(world)))))
  const paid = payments.filter((_, index) => index % atOnceMax === 0)
  await pollNow()
  for (const payment of paid) await pay(world, payer, payment, 10n * unit)
  const before = proxy.requests
  await pollNow()
  expect(proxy.requests - before).toBeLessThan(100)
  for (const payment of paid) await untilPaymentState(world, payment, 'Succeeded.Exact')
  await until('no other payment got a report', async () => {
    const { rows } = await world.database.pool.query<{ status: string; count: number }>(
      `select status, count(*)::int from payment where id = any($1) group by status order by status`,
      [payments.map(({ id }) => id)],
    )
    return (
      JSON.stringify(rows) ===
      JSON.stringify([
        { status: 'Created', count: manyPayments - paid.length },
        { status: 'Succeeded', count: paid.length },
      ])
    )
  })
})
