/** Tokens that the chains file does not name, sent to deposit addresses on a chain of a provider's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { command, mineBlock, reorg } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request, untilPayment } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { deployFake } from '../../test/chain/strange-tokens.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }
let payer: Payer
/** Requests for logs of whatever contract. */
let anyAsked = 0

beforeAll(async () => {
  const created = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  world = { ...created, chain: { ...created.chain, embedded: false } }
  thinking = startThinking(world)
  payer = await newPayer(world, 0n)
  proxy.behaviour = ({ method, params: [filter] }) => {
    if (method === 'eth_getLogs' && !('address' in (filter as object))) anyAsked++
    return undefined
  }
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

const pollNow = () => pollOnce(world, world.chain.nodes[0]!)
const passMinutes = (minutes: number) =>
  world.database.pool.query(
    `update chain_cursor set unknown_tokens_read_at = unknown_tokens_read_at - $1 * interval '1 minute'`,
    [minutes],
  )

test('they are looked for every ten minutes, in all blocks since, and not with every block', async () => {
  const fake = await deployFake(world, payer, 100n * unit)
  const payment = await request(world)
  await pollNow()
  anyAsked = 0
  await pay(world, payer, payment, 7n * unit, fake)
  await command(world.direct, 'anvil_mine', ['0x28'])
  await pollNow()
  await passMinutes(9)
  await mineBlock(world.direct)
  await pollNow()
  expect(anyAsked).toBe(0)
  expect((await paymentOf(world, payment)).context.others).toEqual([])

  await passMinutes(1)
  await mineBlock(world.direct)
  await pollNow()
  expect(anyAsked).toBe(1)
  const { context } = await untilPayment(
    world,
    payment,
    'the other token is shown',
    ({ context: { others } }) => others.length === 1,
  )
  expect(context.others).toMatchObject([{ token: fake, amount: String(7n * unit) }])
})

test('blocks that a reorganisation replaced are looked through again at once', async () => {
  const fake = await deployFake(world, payer, 100n * unit)
  const payment = await request(world)
  await mineBlock(world.direct)
  await passMinutes(10)
  await pollNow()
  anyAsked = 0
  await reorg(world.direct, 1)
  await pay(world, payer, payment, 5n * unit, fake)
  await pollNow()
  expect(anyAsked).toBe(1)
  await untilPayment(
    world,
    payment,
    'the other token is shown',
    ({ context: { others } }) => others.length === 1,
  )
})
