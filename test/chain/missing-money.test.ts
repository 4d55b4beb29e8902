import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { lying, transferOf } from './lies.ts'
import { newPayer, tokenOf, unit } from './payers.ts'
import { pay, request, untilPaymentState } from './payments.ts'
import type { RpcProxy } from './rpc-proxy.ts'
import { createOneNodeWorld } from './several-nodes.ts'
import type { World } from './world.ts'

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld())
})
afterAll(() => stop?.())

test('where one node is enough, money that it made up is noted as missing once the node tells the truth', async () => {
  const node = world.chain.nodes[0]!
  const payer = await newPayer(world, 100n * unit)
  await pollOnce(world, node)
  const [honest, lied] = [await request(world), await request(world)]
  await pay(world, payer, honest, 10n * unit)
  await mineBlock(world.direct)
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  const to = lied.depositAddress as Address
  proxy.behaviour = lying(
    transferOf({ number, hash }, { token: tokenOf(world), to, amount: 10n * unit }),
  )
  await pollOnce(world, node)
  await untilPaymentState(world, honest, 'Succeeded.Exact')
  await untilPaymentState(world, lied, 'Succeeded.Exact')

  proxy.behaviour = () => undefined
  for (let round = 0; round < 2; round++) {
    await world.database.pool.query('update deposit_watch set check_at = now()')
    await checkBalances(world, node)
  }
  const { rows } = await world.database.pool.query(
    `select entity_id, merchant_id, event->>'amount' as amount, reason from anomaly`,
  )
  expect(rows).toEqual([
    {
      entity_id: lied.id,
      merchant_id: lied.merchantId,
      amount: String(10n * unit),
      reason: expect.stringContaining('were credited and are not at the deposit address'),
    },
  ])
})
