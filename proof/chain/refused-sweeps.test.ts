/** The reasons for which a deposit does not move on: the token's own, as all nodes give it. */
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explainRefusedSweeps } from '../../src/chain/deposits/sweep-refusals.ts'
import { newPayer, type Payer, sendFrom, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request, sayToPayment, untilPayment } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { deployHostileToken, type StrangeToken } from '../../test/chain/strange-tokens.ts'
import { until } from '../../test/chain/until.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

const amount = 10n * unit
let world: World
let service: { stop(): Promise<void> }
let payer: Payer
let token: StrangeToken
/** The nodes, in the order of the chains file. */
const proxies: RpcProxy[] = []

beforeAll(async () => {
  world = await createWorld({
    sweepAfterSeconds: 0,
    rpcUrls: async (nodeUrl) => {
      for (let index = 0; index < 2; index++) proxies.push(await startRpcProxy(() => nodeUrl))
      return proxies.map(({ url }) => url)
    },
  })
  service = startAll(world)
  payer = await newPayer(world, 0n)
  token = await deployHostileToken(world, payer, 'BlockingToken', 1_000n * unit)
})
beforeEach(() => {
  for (const proxy of proxies) proxy.behaviour = () => undefined
})
afterAll(async () => {
  await service?.stop()
  for (const proxy of proxies) await proxy.stop()
  await world?.close()
})

const say = (name: string, ...args: unknown[]) =>
  sendFrom(world, payer, { to: token.address, abi: token.abi, name, args })

test('a paused token and a blocked address are named, and money moves when they are no more', async () => {
  const payment = await request(world, { token: token.address })
  const untilHeldBackFor = (reason: string) =>
    untilPayment(world, payment, reason, ({ context }) => context.sweepReason === reason)
  await say('blockReceiving', world.merchant.receiver, true)
  await pay(world, payer, payment, amount, token.address)
  await untilHeldBackFor('ReceiverBlocked')
  await say('blockReceiving', world.merchant.receiver, false)
  await say('block_', payment.depositAddress, true)
  await sayToPayment(world, payment, { type: 'payment.sweep' })
  await untilHeldBackFor('DepositBlocked')
  await say('block_', payment.depositAddress, false)
  await say('pause', true)
  await sayToPayment(world, payment, { type: 'payment.sweep' })
  await untilHeldBackFor('TokenPaused')
  await say('pause', false)
  await sayToPayment(world, payment, { type: 'payment.sweep' })
  const { context } = await untilPayment(
    world,
    payment,
    'settled',
    ({ context: { swept } }) => swept === String(amount),
  )
  expect(context.sweepReason).toBeNull()
})

test('a refusal after an outage of the nodes is one of a hundred, however often the sweep was tried meanwhile', async () => {
  await say('blockReceiving', world.merchant.receiver, true)
  const payment = await request(world, { token: token.address })
  await pay(world, payer, payment, amount, token.address)
  const isHeldBack = ({ context }: { context: Record<string, unknown> }) =>
    context['sweepReason'] === 'ReceiverBlocked'
  await untilPayment(world, payment, 'held back', isHeldBack)
  const { pool } = world.database
  const claimsInOutage = 500
  const ofSweep = `channel = 'chain' and payload->>'depositAddress' = $1`
  await pool.query(
    `update outbox set attempts = ${claimsInOutage}, available_at = now() where ${ofSweep}`,
    [payment.depositAddress],
  )
  world.bus.wake('chain')
  await until('the sweep is refused again, and waits', async () => {
    const { rows } = await pool.query(
      `select from outbox where ${ofSweep} and attempts > ${claimsInOutage}
         and sightings = '{"SweepRefused": 2}'`,
      [payment.depositAddress],
    )
    return rows.length === 1
  })
  expect((await paymentOf(world, payment)).context).toMatchObject({
    sweepReason: 'ReceiverBlocked',
  })
  await say('blockReceiving', world.merchant.receiver, false)
})

/** The code of a token that answers every call with yes. */
const yes = '0x60015f5260205ff3'

test('the reason that one node alone gives for a refused sweep is not believed', async () => {
  const { depositAddress } = await request(world, { token: token.address })
  const deposits = [depositAddress as Address]
  const route = { token: token.address, receiver: world.merchant.receiver }
  const ask = () => explainRefusedSweeps(world.chain.nodes, route, deposits)
  proxies[0]!.behaviour = ({ method, params }, pass) =>
    method === 'eth_call'
      ? pass({ params: [...params.slice(0, 2), { [token.address]: { code: yes } }] })
      : undefined
  expect(await ask()).toEqual([null])
  proxies[1]!.behaviour = proxies[0]!.behaviour
  expect(await ask()).toEqual(['TokenPaused'])
})

test('only the receiver can refuse the native coin', async () => {
  const route = { token: zeroAddress, receiver: world.merchant.receiver }
  const deposits = [token.address]
  expect(await explainRefusedSweeps(world.chain.nodes, route, deposits)).toEqual([
    'ReceiverRefuses',
  ])
})
