/**
 * Renewals and credited money on chains that misbehave, with one node and with three: a node that serves another chain for an
 * hour, blocks that are replaced beyond what counts as confirmed, and a grace in which no node answers.
 */
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { command, mineBlock, mineByStep, reorg, setAutomine } from '../../test/chain/dev-node.ts'
import { activeSubscription, newPayer, type Payer, tokenOf, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import type { Behaviour } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import {
  chargesOf,
  subscriptionOf,
  timesReported,
  until,
  untilState,
} from '../../test/chain/until.ts'
import { passDays, startAll, type World } from '../../test/chain/world.ts'
import { startTestChain } from '../../test/support/chain.ts'

const confirmations = 3
/** The Time passes in steps: silence is reported after a minute of it, and nodes that failed are asked again after 15 s. */
const patienceMs = 180_000
const price = 10n * unit
const fundsOfPayer = 1_000n * unit

describe.each([1, 3])('with %d nodes', (nodesCount) => {
  let nodes: Awaited<ReturnType<typeof createNodesWorld>>
  let world: World
  let buyer: Payer
  let elsewhere: Awaited<ReturnType<typeof startTestChain>>
  let stopMining: (() => void) | undefined

  beforeAll(async () => {
    const nodesToAgree = Math.min(nodesCount, 2)
    elsewhere = await startTestChain({ chainId: 5 })
    nodes = await createNodesWorld(nodesCount, { confirmations, nodesToAgree }, startAll)
    world = nodes.world
    buyer = await newPayer(world, fundsOfPayer)
    stopMining = mineByStep(world.direct)
  })
  beforeEach(() => {
    for (const proxy of nodes.proxies)
      Object.assign(proxy, { isDown: false, behaviour: () => undefined })
  })
  afterAll(async () => {
    stopMining?.()
    await nodes?.stop()
    await elsewhere?.stop()
  })

  const onAnotherChain: Behaviour = async ({ method, params, id }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await (await fetch(elsewhere.url, init)).json()) as { result?: unknown }
  }

  /** What one payer has paid: every subscription of a world pays the same receiver, and has a payer of its own. */
  const paidBy = async ({ address }: Payer) =>
    fundsOfPayer -
    (await readContract(world.direct.reader, {
      address: tokenOf(world),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    }))

  const isCharged = async (contract: string, times: number) => {
    const { status, context } = await subscriptionOf(world, contract)
    return status === 'Active' && context['chargesMade'] === times
  }

  test('a renewal is made once, though a node serves another chain for an hour', async () => {
    const { contractAddress, payer } = await activeSubscription(world)
    nodes.proxies[0]!.behaviour = onAnotherChain
    await passDays(world, 30)
    for (let quarter = 0; quarter < 4; quarter++) {
      await passDays(world, 0.25 / 24)
      const requests = nodes.proxies[0]!.requests
      await until('it is asked', async () => nodes.proxies[0]!.requests > requests)
    }
    if (nodesCount === 1) expect(await paidBy(payer)).toBe(price)
    nodes.proxies[0]!.behaviour = () => undefined
    await until('it is charged', () => isCharged(contractAddress, 2), patienceMs)
    expect(await paidBy(payer)).toBe(2n * price)
    expect(await chargesOf(world, contractAddress)).toMatchObject([
      { status: 'Succeeded' },
      { status: 'Succeeded' },
    ])
  })

  test('in a grace without a node that answers nothing is lost, and the charge is made within it', async () => {
    const { contractAddress, payer } = await activeSubscription(world)
    for (const proxy of nodes.proxies) proxy.isDown = true
    await passDays(world, 30)
    for (let half = 0; half < 4; half++) await passDays(world, 0.5)
    await until(
      'it says so',
      async () => {
        const { status, context } = await subscriptionOf(world, contractAddress)
        return status === 'Suspended' && context.reason === 'RpcUnavailable'
      },
      patienceMs,
    )
    for (const proxy of nodes.proxies) proxy.isDown = false
    await until('it is charged', () => isCharged(contractAddress, 2), patienceMs)
    expect(await paidBy(payer)).toBe(2n * price)
  })

  test('a renewal that is replaced beyond its confirmations is made again, and paid once', async () => {
    const { contractAddress, payer } = await activeSubscription(world)
    await passDays(world, 30)
    await until('it is charged', () => isCharged(contractAddress, 2))
    for (let block = 0; block < confirmations; block++) await mineBlock(world.direct)
    stopMining?.()
    await replaceFrom(
      `select max(block_number)::int as number from chain_log where contract_address = $1`,
      contractAddress,
    )
    stopMining = mineByStep(world.direct)
    const reported = (type: string) => timesReported(world, contractAddress, type)
    await until('it is taken back', async () => (await reported('chain.chargeReorged')) > 0)
    await until('it is charged again', () => isCharged(contractAddress, 2), patienceMs)
    await untilState(world, contractAddress, 'Active.Current')
    expect((await reported('chain.charged')) - (await reported('chain.chargeReorged'))).toBe(2)
    expect(await paidBy(payer)).toBe(2n * price)
  })

  test.each(['by a reorganisation', 'by a snapshot of the node'])(
    'a credited transfer that is removed %s, beyond its confirmations, is taken back and may come again',
    async (how) => {
      const payment = await request(world)
      const snapshot = await command(world.direct, 'evm_snapshot')
      await pay(world, buyer, payment, price)
      await untilPaymentState(world, payment, 'Succeeded.Exact')
      for (let block = 0; block < confirmations; block++) await mineBlock(world.direct)
      stopMining?.()
      if (how === 'by a snapshot of the node') await command(world.direct, 'evm_revert', [snapshot])
      else
        await replaceFrom(
          'select min(block_number)::int as number from deposit_log where payment_id = $1',
          payment.id,
        )
      stopMining = mineByStep(world.direct)
      await untilPaymentState(world, payment, 'Created')
      await pay(world, buyer, payment, price)
      await untilPaymentState(world, payment, 'Succeeded.Exact')
    },
  )

  /** Replaces the blocks from the one on whose number is asked for. */
  async function replaceFrom(statement: string, id: string): Promise<void> {
    await setAutomine(world.direct, false)
    const { rows } = await world.database.pool.query<{ number: number }>(statement, [id])
    const head = Number(await command(world.direct, 'eth_blockNumber'))
    const depth = head - rows[0]!.number + 1
    expect(depth).toBeGreaterThan(confirmations)
    await reorg(world.direct, depth)
    await setAutomine(world.direct, true)
  }
})
