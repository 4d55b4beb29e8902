/** Nodes pass nothing on that may cost more than their cap: it is offered for less, as far as the market allows. */
import { type Hex, numberToHex, parseGwei, parseTransaction } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { newPayer, unit } from './payers.ts'
import { pay, paymentOf, request } from './payments.ts'
import type { Behaviour } from './rpc-proxy.ts'
import { createNodesWorld } from './several-nodes.ts'
import { until } from './until.ts'
import { passWaitsOfRefused } from './wanting-nodes.ts'
import { startAll } from './world.ts'

const patienceMs = 60_000
const amount = 10n * unit
const gas = { maxFeePerGasGwei: '5000', maxTipGwei: '500' }

let nodes: Awaited<ReturnType<typeof createNodesWorld>> | undefined
afterEach(async () => {
  await nodes?.stop()
  nodes = undefined
})

type Capped = { paid: () => bigint; isTooDear: (maxFeePerGas: bigint, baseFee: bigint) => boolean }

/** Refuses what may cost too much, in the words of geth, and says that others pay this tip. */
const capped =
  ({ paid, isTooDear }: Capped, sent: bigint[]): Behaviour =>
  async ({ method, params }, pass) => {
    if (method === 'eth_sendRawTransaction') {
      const { maxFeePerGas = 0n } = parseTransaction(params[0] as Hex)
      const { result } = await pass({ method: 'eth_getBlockByNumber', params: ['latest', false] })
      sent.push(maxFeePerGas)
      return isTooDear(maxFeePerGas, BigInt((result as { baseFeePerGas: Hex }).baseFeePerGas))
        ? {
            error: {
              code: -32_000,
              message: 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)',
            },
          }
        : undefined
    }
    if (method !== 'eth_feeHistory') return undefined
    const { result } = await pass()
    const reward = [[numberToHex(paid())], [numberToHex(paid())]]
    return { result: { ...(result as object), gasUsedRatio: [0.5, 0.5], reward } }
  }

async function payBefore(node: Capped) {
  nodes = await createNodesWorld(1, { gas, sweepAfterSeconds: 0 }, startAll)
  const { world, proxies } = nodes
  const payer = await newPayer(world, 1_000n * unit)
  const payment = await request(world)
  const sent: bigint[] = []
  proxies[0]!.behaviour = capped(node, sent)
  await pay(world, payer, payment, amount)
  const isSettled = async () => {
    await passWaitsOfRefused(world)
    return (await paymentOf(world, payment)).context.swept === String(amount)
  }
  return { world, payment, sent, isSettled }
}

test(
  'what is too dear for every node is offered at the price of now when the market has fallen, with its nonce',
  async () => {
    let paid = parseGwei('30')
    const node = { paid: () => paid, isTooDear: (fee: bigint) => fee > parseGwei('10') }
    const { world, payment, sent, isSettled } = await payBefore(node)
    const isRefused = async () =>
      (await paymentOf(world, payment)).context.sweepReason === 'ChainRefuses'
    await until('it waits', isRefused, patienceMs)
    paid = parseGwei('1')
    await until('it is settled', isSettled, 10 * patienceMs)
    expect(sent[0]).toBeGreaterThan(parseGwei('30'))
    expect(sent.at(-1)).toBeLessThan(parseGwei('10'))
    const { rows } = await world.database.pool.query(
      'select count(distinct nonce)::int as nonces from signed_transaction',
    )
    expect(rows).toEqual([{ nonces: 1 }])
  },
  5 * patienceMs,
)

test(
  'what is too dear at twice the base fee is offered at little more than the base fee',
  async () => {
    const isTooDear = (fee: bigint, baseFee: bigint) => 2n * fee > 3n * baseFee
    const { sent, isSettled } = await payBefore({ paid: () => 1_000n, isTooDear })
    await until('it is settled', isSettled, patienceMs)
    expect(new Set(sent).size).toBe(2)
  },
  5 * patienceMs,
)
