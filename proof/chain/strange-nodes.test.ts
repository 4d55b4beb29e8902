/** Payments and charges go on, whichever ways of asking a node does not take. */
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { command, mineBlock } from '../../test/chain/dev-node.ts'
import {
  allOf,
  demandAddress,
  limitRange,
  refuseBlockObjects,
  refusePending,
} from '../../test/chain/node-behaviours.ts'
import { activeSubscription, newPayer, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { subscriptionOf, until } from '../../test/chain/until.ts'
import { createOneNodeWorld } from '../../test/chain/several-nodes.ts'
import { passDays, startAll, type World } from '../../test/chain/world.ts'

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld(startAll))
})
beforeEach(() => {
  proxy.behaviour = () => undefined
})
afterAll(() => stop?.())

const ways: Record<string, Behaviour> = {
  'asks for an address with logs': demandAddress,
  'takes no block objects': refuseBlockObjects,
  'has no pending block': refusePending,
  'gives logs of 10 blocks, and says so by -32005': limitRange(10, {
    code: -32_005,
    message: 'eth_getLogs block range too large, range: 128, max: 10',
  }),
  'gives logs of 5 blocks, and says only "limit exceeded"': limitRange(5, {
    code: -32_005,
    message: 'limit exceeded',
  }),
  'gives logs of 10 blocks, and says so by HTTP 413': limitRange(10, {
    status: 413,
    code: -32_614,
    message: 'eth_getLogs is limited to a 10 range',
  }),
  'gives logs of 10 blocks, and says so by HTTP 400': limitRange(10, {
    status: 400,
    code: -32_600,
    message: 'you can make eth_getLogs requests with up to a 10 block range',
  }),
  'does nothing of all this': allOf(
    demandAddress,
    refuseBlockObjects,
    refusePending,
    limitRange(3, { code: -32_602, message: 'query returned more than 10000 results' }),
  ),
}

describe.each(Object.entries(ways))('a node that %s', (way, behaviour) => {
  test(`payments and charges go through over a node that ${way}`, async () => {
    await command(world.direct, 'anvil_mine', ['0x28'])
    proxy.behaviour = behaviour
    const payer = await newPayer(world, 100n * unit)
    const payment = await request(world)
    await pay(world, payer, payment, 10n * unit)
    await mineBlock(world.direct)
    await untilPaymentState(world, payment, 'Succeeded.Exact')

    const { contractAddress } = await activeSubscription(world)
    await passDays(world, 30)
    await mineBlock(world.direct)
    await until('the second charge', async () => {
      const { context } = await subscriptionOf(world, contractAddress)
      return context['chargesMade'] === 2
    })
  })
})
