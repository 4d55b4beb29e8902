/**
 * A node forges receipts, so that charges seem never made: the merchant does not pay for them again
 * and again.
 */
import { decodeFunctionData, encodeErrorResult, type Hex, toFunctionSelector } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { approve, newPayer, say, subscribe, unit } from '../../test/chain/payers.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { transactionsOf, until } from '../../test/chain/until.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

const patienceMs = 30_000
let world: World
/** The nodes, in the order of the chains file. */
const proxies: RpcProxy[] = []
let service: { stop(): Promise<void> }

afterEach(async () => {
  await service?.stop()
  for (const proxy of proxies.splice(0)) await proxy.stop()
  await world?.close()
})

/**
 * Starts with this behaviour of the first node, and an approved subscription that waits for its
 * first charge.
 */
async function beginWith(nodeCount: number, behaviour: Behaviour): Promise<void> {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      for (let index = 0; index < nodeCount; index++)
        proxies.push(await startRpcProxy(() => nodeUrl))
      return proxies.map(({ url }) => url)
    },
  })
  proxies[0]!.behaviour = behaviour
  service = startAll(world)
  const payer = await newPayer(world, 1_000n * unit)
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  await say(world, input, { type: 'subscription.activate' })
}

const hasSelector = (data: string, name: string) =>
  data.startsWith(
    toFunctionSelector(
      subscriptionFactoryAbi.find(
        (item) => item.type === 'function' && item.name === name,
      ) as never,
    ),
  )

/** Hides every log, and previews every charge as going through. */
const hidingCharges =
  (forged: object): Behaviour =>
  async ({ method, params }, pass) => {
    if (method === 'eth_getLogs') return { result: [] }
    const changed = async (change: object) => {
      const { result } = await pass()
      return { result: result ? { ...(result as object), ...change } : null }
    }
    if (method === 'eth_getBlockByNumber') return changed({ logsBloom: `0x${'00'.repeat(256)}` })
    if (method === 'eth_getTransactionReceipt') return changed({ logs: [], ...forged })
    const data = (params[0] as { data?: Hex } | undefined)?.data ?? '0x'
    const isPreview = hasSelector(data, 'previewMany') || hasSelector(data, 'previewActivateMany')
    if (method !== 'eth_call' || !isPreview) return undefined
    const { args } = decodeFunctionData({ abi: subscriptionFactoryAbi, data })
    const fine = (args![0] as unknown[]).map((): Hex => '0x00000000')
    const answer = encodeErrorResult({
      abi: subscriptionFactoryAbi,
      errorName: 'Preview',
      args: [fine],
    })
    return { error: { code: 3, message: 'execution reverted', data: answer } }
  }

const statuses = async () => (await transactionsOf(world)).map(({ status }) => status)
const mineBlocks = async (count: number) => {
  for (let block = 0; block < count; block++) await mineBlock(world.direct)
}

/** Reads what counts as spent, and the most that can have been, in wei. */
async function spent() {
  const { rows } = await world.database.pool.query<{ wei: string }>(
    'select coalesce(sum(wei), 0)::text as wei from gas_spent',
  )
  const most = (await transactionsOf(world)).reduce(
    (sum, { context }) =>
      sum + BigInt(context['gasLimit'] as string) * BigInt(context['maxFeePerGas'] as string),
    0n,
  )
  return { wei: BigInt(rows[0]!.wei), most }
}

test(
  'a receipt by one of two nodes is not final until the other gives the same',
  async () => {
    await beginWith(2, hidingCharges({}))
    await until('it is mined', async () => (await statuses())[0] === 'Mined')
    const seen = proxies[1]!.requests
    await mineBlocks(5)
    await until('the other node was asked often', async () => proxies[1]!.requests > seen + 20)
    expect(await statuses()).toEqual(['Mined'])

    proxies[0]!.behaviour = () => undefined
    await until('it is final', async () => (await statuses())[0] === 'Final')
    const { wei, most } = await spent()
    expect(wei).toBeGreaterThan(0n)
    expect(wei).toBeLessThan(most)
  },
  patienceMs,
)

test(
  'a charge that two transactions did not come to waits, and their gas counts though the node gives none',
  async () => {
    await beginWith(1, hidingCharges({ gasUsed: '0x0' }))
    await until('it waits', async () => {
      await mineBlock(world.direct)
      const { rowCount } = await world.database.pool.query(
        `select 1 from outbox where name = 'requestCharge' and waits_for = 'FailedCharge'`,
      )
      return rowCount !== 0
    })
    expect(await statuses()).toEqual(['Final', 'Final'])
    const { wei, most } = await spent()
    expect(wei).toBe(most)
  },
  patienceMs,
)

test(
  'a receipt dearer than what was offered counts as the most that was offered',
  async () => {
    const dear = { gasUsed: '0xffffffffff', effectiveGasPrice: '0xffffffffff' }
    await beginWith(1, async ({ method }, pass) => {
      if (method !== 'eth_getTransactionReceipt') return undefined
      const { result } = await pass()
      return { result: result ? { ...(result as object), ...dear } : null }
    })
    await until('it is final', async () => {
      await mineBlock(world.direct)
      return (await statuses())[0] === 'Final'
    })
    const { wei, most } = await spent()
    expect(wei).toBe(most)
  },
  patienceMs,
)
