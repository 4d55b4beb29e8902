/** Nodes answer everything but what gas costs: what waits for it says so within a minute, and so does the chain. */
import { afterEach, expect, test } from 'vitest'
import { listChains } from '../../src/store/views/chains.ts'
import { activeSubscription, newPayer, say, subscribe, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import type { Behaviour } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import { chargesOf, until, untilQuiet, untilState } from '../../test/chain/until.ts'
import { passDays, startAll } from '../../test/chain/world.ts'

/** A minute of silence, and the pauses between two tries. */
const patienceMs = 90_000
const amount = 10n * unit
const ofFees = ['eth_feeHistory', 'eth_gasPrice', 'eth_maxPriorityFeePerGas']
const refusing: Behaviour = async ({ method }) =>
  ofFees.includes(method) ? { error: { code: -32_000, message: 'no fees today' } } : undefined
const garbling: Behaviour = async ({ method }) =>
  ofFees.includes(method) ? { result: 'dear' } : undefined
let nodes: Awaited<ReturnType<typeof createNodesWorld>>

afterEach(() => nodes?.stop())

test.each([
  ['refuse', refusing, 'no fees today'],
  ['garble', garbling, 'cannot be read'],
])(
  'both nodes %s what gas costs: charge and sweep wait for RpcUnavailable, the chain shows it, and both go on',
  async (_, behaviour, words) => {
    nodes = await createNodesWorld(2, { sweepAfterSeconds: 0 }, startAll)
    const { world, proxies } = nodes
    const { contractAddress } = await activeSubscription(world)
    await untilQuiet(world)
    for (const proxy of proxies) proxy.behaviour = behaviour
    const payer = await newPayer(world, 1_000n * unit)
    const payment = await request(world)
    await pay(world, payer, payment, amount)
    await passDays(world, 30)
    /** Looking at what a payer has goes on all the time, and needs no price. */
    const draft = await subscribe(world, payer)
    await until(
      'both say why they wait',
      async () => {
        await say(world, draft, { type: 'subscription.activate' }).catch(() => undefined)
        const { context } = await paymentOf(world, payment)
        const charge = (await chargesOf(world, contractAddress))[1]
        return (
          context.sweepReason === 'RpcUnavailable' && charge?.context.reason === 'RpcUnavailable'
        )
      },
      patienceMs,
    )
    const chainNow = async () => (await listChains(world.database, world.directory))[0]!
    const chain = await until('the chain shows it', async () => {
      const found = await chainNow()
      return found.state === 'Waiting' && found
    })
    expect(chain.waits[0]).toMatchObject({ what: 'Prices', detail: expect.stringContaining(words) })

    for (const proxy of proxies) proxy.behaviour = () => undefined
    await until(
      'it is swept',
      async () => (await paymentOf(world, payment)).context.swept === String(amount),
      patienceMs,
    )
    const { context } = await untilState(world, contractAddress, 'Active.Current')
    expect(context['chargesMade']).toBe(2)
    await until('the chain shows it no longer', async () => (await chainNow()).waits.length === 0)
  },
  3 * patienceMs,
)
