/** A node begins to want more than it took before, and says so only when something is sent: nothing stays behind. */
import { type Hex, keccak256, parseGwei } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command } from '../../test/chain/dev-node.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import type { Behaviour } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import { transactionsOf, until } from '../../test/chain/until.ts'
import { gethWords, passWaitsOfRefused, wanting } from '../../test/chain/wanting-nodes.ts'
import { startAll } from '../../test/chain/world.ts'

const patienceMs = 180_000
const amount = 10n * unit
const gas = { maxFeePerGasGwei: '5000', maxTipGwei: '500' }
/** The longer a transaction is not mined, the more blocks pass before it is replaced again. */
const blocksAtOnce = '0x10'
const market = { paid: parseGwei('1.5'), advice: null, words: gethWords }
const dear = wanting({ ...market, least: parseGwei('25') })
const cheap = wanting({ ...market, least: 0n })
let nodes: Awaited<ReturnType<typeof createNodesWorld>>

beforeEach(async () => {
  nodes = await createNodesWorld(1, { gas, sweepAfterSeconds: 0 }, startAll)
})
afterEach(() => nodes?.stop())

async function payBefore(behaviour: Behaviour) {
  const { world, proxies } = nodes
  const payer = await newPayer(world, 1_000n * unit)
  const payment = await request(world)
  proxies[0]!.behaviour = behaviour
  await pay(world, payer, payment, amount)
  return payment
}

const tipsOf = async (): Promise<bigint[]> => {
  const { rows } = await nodes.world.database.pool.query<{ tip: string }>(
    'select max_priority_fee_per_gas as tip from signed_transaction order by signed_at',
  )
  return rows.map(({ tip }) => BigInt(tip))
}

test(
  'what was taken, passed on to nobody and replaced as often as the market lets it rises further once it is refused',
  async () => {
    const { world, proxies } = nodes
    /** Takes everything, and loses it. */
    const losing: Behaviour = async (asked, pass) =>
      asked.method === 'eth_sendRawTransaction'
        ? { result: keccak256(asked.params[0] as Hex) }
        : cheap(asked, pass)
    const payment = await payBefore(losing)
    let unchanged = 0
    let last = 0
    await until(
      'it offers no more',
      async () => {
        await command(world.direct, 'anvil_mine', [blocksAtOnce])
        const { length } = await tipsOf()
        unchanged = length > 3 && length === last ? unchanged + 1 : 0
        last = length
        return unchanged > 30
      },
      patienceMs,
    )
    expect((await tipsOf()).at(-1)).toBeLessThanOrEqual(2n * market.paid)
    proxies[0]!.behaviour = dear
    const isSwept = async () => {
      await command(world.direct, 'anvil_mine', [blocksAtOnce])
      return (await paymentOf(world, payment)).context.swept === String(amount)
    }
    await until('it is swept', isSwept, patienceMs)
  },
  2 * patienceMs,
)

test(
  'an empty transaction in the place of one that was given up is not refused for ever',
  async () => {
    const { world, proxies } = nodes
    await payBefore(async (asked, pass) =>
      asked.method === 'eth_sendRawTransaction'
        ? { error: { code: -32_000, message: 'exceeds block gas limit' } }
        : cheap(asked, pass),
    )
    const isGivenUp = async () => {
      await passWaitsOfRefused(world)
      return (await transactionsOf(world)).some(({ status }) => status === 'Failed')
    }
    await until('it is given up', isGivenUp, patienceMs)
    proxies[0]!.behaviour = dear
    const { wallet: address } = world.merchant
    const isFilled = async () => (await getTransactionCount(world.direct.reader, { address })) > 0
    await until('its nonce is used', isFilled, patienceMs)
    expect((await tipsOf()).some((tip) => tip >= parseGwei('25'))).toBe(true)
  },
  3 * patienceMs,
)
