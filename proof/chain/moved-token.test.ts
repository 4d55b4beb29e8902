/**
 * A token forwards everything to its successor, which then logs the transfers, as after USDT's
 * `deprecate`.
 */
import { concatHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { command } from '../../test/chain/dev-node.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { deployFake } from '../../test/chain/strange-tokens.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

let world: World
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
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

const pollNow = () => pollOnce(world, world.chain.nodes[0]!)

test('what a successor logs counts as the token, where the operator names it', async () => {
  const payer = await newPayer(world, 0n)
  const [asset] = world.chain.assets
  const successor = await deployFake(world, payer, 100n * unit)
  const handOn = concatHex(['0x365f5f375f5f365f5f73', successor, '0x5af13d5f5f3e3d5ff3'])
  await command(world.direct, 'anvil_setCode', [asset!.address, handOn])
  await pollNow()
  const before = await request(world)
  await pay(world, payer, before, 10n * unit, successor)
  await pollNow()
  await untilPaymentState(world, before, 'Created')
  await checkAll()
  expect(await anomalies()).toEqual([
    {
      entity_id: before.id,
      amount: String(10n * unit),
      reason: expect.stringMatching(
        `${successor} logged transfers to it.*"loggedBy" of ${asset!.code} in the chains file`,
      ),
    },
  ])

  asset!.loggedBy = [successor]
  const after = await request(world)
  await pay(world, payer, after, 4n * unit, successor)
  await pay(world, payer, after, 6n * unit, successor)
  await pollNow()
  const { context } = await untilPaymentState(world, after, 'Succeeded.Exact')
  expect(context.others).toEqual([])

  await checkAll()
  await pollNow()
  await untilPaymentState(world, before, 'Succeeded.Exact')
  await checkAll()
  expect(await anomalies()).toHaveLength(1)
})

async function checkAll(): Promise<void> {
  await world.database.pool.query('update deposit_watch set check_at = now()')
  await checkBalances(world, world.chain.nodes[0]!)
}

async function anomalies() {
  const { rows } = await world.database.pool.query(
    `select entity_id, event->>'amount' as amount, reason from anomaly`,
  )
  return rows
}
