/**
 * One of two nodes lies about the outcome of a charge or a sweep: nothing ends by it, nothing waits
 * long, and little gas is spent.
 */
import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { notReverting, previewing, sweeping } from '../../test/chain/false-previews.ts'
import { allowing } from '../../test/chain/lies.ts'
import {
  activeSubscription,
  approve,
  newPayer,
  subscribe,
  tokenOf,
  unit,
} from '../../test/chain/payers.ts'
import { pay, request, untilPayment } from '../../test/chain/payments.ts'
import type { Behaviour } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import {
  chargesOf,
  subscriptionOf,
  transactionsOf,
  until,
  untilState,
} from '../../test/chain/until.ts'
import { network, passDays, startAll, type World } from '../../test/chain/world.ts'

const honest: Behaviour = () => undefined
const patienceMs = 45_000

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World

beforeEach(async () => {
  nodes = await createNodesWorld(2, {}, startAll)
  world = nodes.world
})
afterEach(() => nodes?.stop())

const untilCharged = (contractAddress: string, times: number) =>
  until(
    `charge ${times}`,
    async () => {
      const { context } = await subscriptionOf(world, contractAddress)
      return context['chargesMade'] === times
    },
    patienceMs,
  )
const differences = async () => {
  const { nodeDifferences } = await listStuck(world.database, world.clock.now())
  return nodeDifferences.filter(({ what }) => what === 'Preview')
}
const whyItWaits = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ why: string }>(
    `select last_error as why from outbox where name = 'requestCharge' and last_error is not null`,
  )
  return rows.map(({ why }) => why)
}
const untilWaitsFor = (text: RegExp) =>
  until(
    `a charge that waits: ${text}`,
    async () => (await whyItWaits()).some((why) => text.test(why)),
    patienceMs,
  )

describe.each([0, 1])('node %i of two lies about a charge', (liar) => {
  test.each(['NotDue(uint40)', 'Lapsed(uint40)', 'NotTried()'])(
    `node ${liar} of two says that a charge would fail with %s, and it is made all the same`,
    async (error) => {
      const { contractAddress } = await activeSubscription(world)
      nodes.proxies[liar]!.behaviour = previewing(error)
      await passDays(world, 30)
      await untilCharged(contractAddress, 2)
      const [, second] = await chargesOf(world, contractAddress)
      expect(second!.context).toMatchObject({ attempts: 1, reason: null })
      // A preview that ran out of gas contradicts nobody.
      if (error !== 'NotTried()')
        expect(await differences()).toMatchObject([
          { subject: 'charges', detail: expect.stringContaining(contractAddress) },
        ])
    },
  )

  test(`node ${liar} of two takes a charge for one without a preview, and the other node is asked`, async () => {
    const { contractAddress } = await activeSubscription(world)
    nodes.proxies[liar]!.behaviour = notReverting
    await passDays(world, 30)
    await untilCharged(contractAddress, 2)
  })

  test(`node ${liar} of two says that a charge would fail while the other is silent: it waits, and fails nobody`, async () => {
    const { contractAddress } = await activeSubscription(world)
    nodes.proxies[liar]!.behaviour = previewing('NoBalance(address)')
    nodes.proxies[1 - liar]!.behaviour = async ({ method }) =>
      method === 'eth_call' ? { status: 503, body: '' } : undefined
    await passDays(world, 30)
    await untilWaitsFor(/too few nodes answer/)
    expect(await subscriptionOf(world, contractAddress)).toMatchObject({
      status: 'Active',
      phase: 'Charging',
    })
    nodes.proxies[1 - liar]!.behaviour = honest
    await untilCharged(contractAddress, 2)
    expect((await chargesOf(world, contractAddress))[1]!.context).toMatchObject({ attempts: 1 })
  })
})

test('a node says that a draft has expired, and it is activated all the same', async () => {
  nodes.proxies[0]!.behaviour = previewing('DraftExpired(uint40)')
  const payer = await newPayer(world, 100n * unit)
  const { contractAddress } = await subscribe(world, payer)
  await approve(world, payer, contractAddress, 100n * unit)
  await untilCharged(contractAddress, 1)
})

test('nodes refuse for different reasons: nobody fails, and the merchant reads why it waits', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await approve(world, payer, contractAddress, 0n)
  nodes.proxies[0]!.behaviour = previewing('NotDue(uint40)')
  await passDays(world, 30)
  const waiting = await until(
    'suspended',
    async () => {
      const found = await subscriptionOf(world, contractAddress)
      return found.status === 'Suspended' && found
    },
    patienceMs,
  )
  expect(waiting.context.reason).toBe('NodesDiffer')
  nodes.proxies[0]!.behaviour = honest
  const overdue = await untilState(world, contractAddress, 'Active.Overdue')
  expect(overdue.context.reason).toBe('AllowanceRevoked')
})

test('a charge that waits for longer than a quarter of its grace shows why', async () => {
  const { contractAddress } = await activeSubscription(world)
  for (const proxy of nodes.proxies) proxy.behaviour = previewing('NotDue(uint40)')
  await passDays(world, 30)
  await untilWaitsFor(/not due by the chain/)
  expect((await subscriptionOf(world, contractAddress)).status).toBe('Active')
  await passDays(world, 1)
  const { context } = await untilState(world, contractAddress, 'Suspended')
  expect(context.reason).toBe('NotDueOnChain')
  for (const proxy of nodes.proxies) proxy.behaviour = honest
  await untilCharged(contractAddress, 2)
  await untilState(world, contractAddress, 'Active.Current')
})

const chargesSent = async () =>
  (await transactionsOf(world)).filter(({ context }) => context['purpose'] === 'charge')

/** Moves both clocks, and has everything that waits in real time checked again. */
async function passHours(hours: number): Promise<void> {
  await passDays(world, hours / 24)
  await world.database.pool.query(
    `update outbox set available_at = now() where name = 'requestCharge'`,
  )
  world.bus.wake('chain')
}

test('a node that always says yes for a payer who allows nothing makes the merchant pay once, then after hours', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await approve(world, payer, contractAddress, 0n)
  const before = (await chargesSent()).length
  const allowed = allowing(
    { token: tokenOf(world), payer: payer.address, contract: contractAddress as Address },
    100n * unit,
  )
  nodes.proxies[0]!.behaviour = async (asked, pass) =>
    (await previewing(null)(asked, pass)) ?? allowed(asked, pass)
  await passDays(world, 30)
  const sent = async () => (await chargesSent()).slice(before)
  const untilAllEnded = (count: number) =>
    until(
      `${count} transactions that have ended`,
      async () => {
        await mineBlock(world.direct)
        const all = await sent()
        return all.length >= count && all.every(({ status }) => status === 'Final')
      },
      patienceMs,
    )
  const untilPhase = (wanted: string) =>
    until(
      `a charge that failed on chain and is ${wanted}`,
      async () => {
        const [, charge] = await chargesOf(world, contractAddress)
        return charge!.phase === wanted && charge!.id
      },
      patienceMs,
    )
  /** Reports that funds arrived, which makes the service try at once. */
  const haveItTried = async () => {
    const entityId = await untilPhase('Waiting')
    const { merchantId } = world.merchant
    const message: Message = {
      id: newId(world.clock.now()),
      kind: 'charge',
      entityId,
      merchantId,
      network,
      event: { type: 'charge.fundsArrived' },
      cause: { type: 'chain', detail: 'funds' },
    }
    await enqueueMessages(world.database.pool, [message])
    await world.bus.publish([message])
  }
  await untilAllEnded(1)
  await haveItTried()
  await untilPhase('HeldBack')
  const { context } = await untilState(world, contractAddress, 'Suspended')
  expect(context.reason).toBe('FailedOnChain')
  expect(await sent()).toHaveLength(1)

  await passHours(1)
  await untilAllEnded(2)
  await haveItTried()
  await untilPhase('HeldBack')
  expect(await sent()).toHaveLength(2)
}, 120_000)

describe.each([0, 1])('node %i of two lies about a deposit', (liar) => {
  test.each([
    ['is empty', 0n],
    ['holds more', 1_000n * unit],
    ['holds next to nothing', 1n],
  ])(
    `node ${liar} of two says that a deposit %s, and it is swept all the same`,
    async (_, baseUnits) => {
      nodes.proxies[liar]!.behaviour = sweeping(world.chain.depositFactory, baseUnits)
      const payer = await newPayer(world, 100n * unit)
      const payment = await request(world)
      await pay(world, payer, payment, 10n * unit)
      await untilPayment(
        world,
        payment,
        'settled',
        ({ context: { swept } }) => swept === String(10n * unit),
      )
      expect(await differences()).toMatchObject([{ subject: 'sweeps' }])
    },
  )
})
