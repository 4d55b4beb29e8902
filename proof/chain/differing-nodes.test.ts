/**
 * Differences between nodes that make something wait are shown with the nodes' names until they
 * agree again.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { hostOf } from '../../src/shared/chains/agreement.ts'
import { listChains } from '../../src/store/views/chains.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import { alteringHeaders, otherHash } from '../../test/chain/altered-answers.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { approve, newPayer, type Payer, say, subscribe, unit } from '../../test/chain/payers.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createTwoNodeWorld } from '../../test/chain/several-nodes.ts'
import { transactionsOf, until } from '../../test/chain/until.ts'
import { startRelay, startWatching, type World } from '../../test/chain/world.ts'

const blocksBehind = 4
const patienceMs = 60_000

let nodes: Awaited<ReturnType<typeof createTwoNodeWorld>>
let world: World
let payer: Payer
let proxies: RpcProxy[]
let hosts: string[]
const parts: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  nodes = await createTwoNodeWorld()
  ;({ world, proxies } = nodes)
  hosts = proxies.map(({ url }) => hostOf(url))
  // The embedded node may go back at will; these nodes are those of a public chain.
  Object.assign(world.chain, { embedded: false })
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop()
  await nodes?.stop()
})

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!)
const differences = async () => (await listStuck(world.database, world.clock.now())).nodeDifferences
const chain = async () => (await listChains(world.database, world.directory))[0]!
/** Moves the beginning of all waits back by some minutes. */
const letItBeLongAgo = () =>
  world.database.pool.query(`update node_difference set since = now() - interval '2 minutes'`)

test(
  'while nodes differ about a receipt, the transaction waits, and operators see which node says what',
  { timeout: 2 * patienceMs },
  async () => {
    const cheaper: Behaviour = async ({ method }, pass) => {
      if (method !== 'eth_getTransactionReceipt') return undefined
      const { result } = await pass()
      return { result: result ? { ...(result as object), gasUsed: '0x5208' } : null }
    }
    proxies[0]!.behaviour = cheaper
    parts.push(startRelay(world), startWatching(world))
    const input = await subscribe(world, payer)
    await approve(world, payer, input.contractAddress, 120n * unit)
    await say(world, input, { type: 'subscription.activate' })
    const [shown] = await until(
      'they differ',
      async () => {
        await mineBlock(world.direct)
        const found = await differences()
        return found.length > 0 && found
      },
      patienceMs,
    )
    const [transaction] = await transactionsOf(world)
    expect(shown).toMatchObject({
      blockchain: world.chain.name,
      what: 'Receipt',
      subject: (transaction!.context['hashes'] as string[]).at(-1),
      since: expect.any(Date),
      advice: expect.stringContaining('stays mined'),
    })
    expect(shown!.detail).toContain(`${hosts[0]} says gasUsed 21000; ${hosts[1]} says gasUsed `)

    proxies[0]!.behaviour = () => undefined
    await until(
      'they agree again',
      async () => {
        const [now] = await transactionsOf(world)
        return now!.status === 'Final' && (await differences()).length === 0
      },
      patienceMs,
    )
  },
)

/** A node whose newest block is this far behind. */
const behind =
  (blocks: number): Behaviour =>
  async ({ method, params }, pass) => {
    if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return undefined
    const { result } = (await pass()) as { result: { number: string } }
    const number = `0x${(Number(result.number) - blocks).toString(16)}`
    return pass({ params: [number, false] })
  }

test('while no node reaches the blocks that were read, the chain waits, and is shown as waiting after a while', async () => {
  for (let block = 0; block < blocksBehind; block++) await mineBlock(world.direct)
  await pollBy(0)
  const { blockNumber } = (await loadCursor(world.database.pool, world.chain.name))!
  for (const proxy of proxies) proxy.behaviour = behind(blocksBehind)
  for (const index of proxies.keys())
    await expect(pollBy(index)).rejects.toThrow('was read already')
  const shown = await differences()
  expect(shown.map(({ what, subject }) => [what, subject])).toEqual(
    expect.arrayContaining(hosts.map((host) => ['BelowCursor', host])),
  )
  expect(shown[0]!.detail).toContain(
    `is at block ${blockNumber - blocksBehind}, and ${blockNumber} was read already`,
  )
  expect((await chain()).state).toBe('Ok')
  await letItBeLongAgo()
  expect(await chain()).toMatchObject({ state: 'Waiting', waits: [{ what: 'BelowCursor' }, {}] })

  proxies[1]!.behaviour = () => undefined
  await pollBy(1)
  expect(await differences()).toEqual([])
  expect(await chain()).toMatchObject({ state: 'Ok', waits: [] })
})

test('the claim of one node that blocks are gone is shown until the other node is read on', async () => {
  await mineBlock(world.direct)
  await pollBy(1)
  await mineBlock(world.direct)
  await mineBlock(world.direct)
  proxies[0]!.behaviour = alteringHeaders(() => ({ hash: otherHash }))
  await expect(pollBy(0)).rejects.toThrow('was reorganised away')
  expect(await differences()).toMatchObject([
    { what: 'Reorganisation', subject: hosts[0], detail: expect.stringContaining(hosts[1]!) },
  ])
  await pollBy(1)
  expect(await differences()).toEqual([])
})
