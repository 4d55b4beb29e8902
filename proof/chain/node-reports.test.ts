/** The state of a chain's nodes is stored for the operator: heads, lags, and their last errors. */
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { reportNodes } from '../../src/reader/node-reports.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { listChains } from '../../src/store/views/chains.ts'
import { command, mineBlock } from '../../test/chain/dev-node.ts'
import { limitRange, refusePending } from '../../test/chain/node-behaviours.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { blockchain, createWorld, type World } from '../../test/chain/world.ts'

const holder = '0x00000000000000000000000000000000000A11cE'
let world: World
let proxy: RpcProxy

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [`${proxy.url}/v2/SECRETKEYOFTHEPROVIDER`, nodeUrl]
    },
  })
})
beforeEach(() => {
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await proxy?.stop()
  await world?.close()
})

/** Takes the chain for a real one, whose blocks come by themselves. */
const directoryOf = (changes: object = {}) =>
  new ChainDirectory([{ ...world.chain, embedded: false, ...changes }])
const viewOf = async (directory = directoryOf()) =>
  (await listChains(world.database, directory))[0]!
const report = () => reportNodes(world.database.pool, world.chain, true)

test('heads, lags and the last error of every node are shown, and no key', async () => {
  await command(world.direct, 'anvil_mine', ['0x14'])
  await pollOnce(world, world.chain.nodes[1]!)
  const behind = 7
  proxy.behaviour = async ({ method, params }, pass) => {
    if (method === 'eth_getBalance')
      return {
        status: 401,
        error: { code: -32_000, message: 'no project SECRETKEYOFTHEPROVIDER' },
      }
    const isLatest = method === 'eth_getBlockByNumber' && params[0] === 'latest'
    return isLatest ? pass({ params: [`0x${behind.toString(16)}`, false] }) : undefined
  }
  await getBalance(world.chain.nodes[0]!, { address: holder }).catch(() => undefined)
  await report()
  const view = await viewOf()
  const [late, good] = view.nodes
  expect(good).toMatchObject({ lagBlocks: 0, errorCount: 0, lastError: null })
  expect(late).toMatchObject({
    name: proxy.url,
    head: { number: behind },
    lagBlocks: view.head!.number - behind,
    errorCount: 1,
    lastError: 'eth_getBalance: no project [left out]',
  })
  expect(view).toMatchObject({ state: 'Ok', lagBlocks: 0 })
  expect(JSON.stringify(view)).not.toContain('SECRETKEY')
})

test('the requests that a node does not take are shown', async () => {
  const { nodes, rpcNodes } = connectChain(world.chain)
  proxy.behaviour = async (request, pass) =>
    (await limitRange(8, { code: -32_005, message: 'block range' })(request, pass)) ??
    refusePending(request, pass)
  await getBalance(nodes[0]!, { address: holder, blockTag: 'pending' })
  const chain = { ...world.chain, nodes, rpcNodes }
  await reportNodes(world.database.pool, chain, false)
  expect((await viewOf()).nodes[0]).toMatchObject({ lacks: ['calls at the pending block'] })
})

test('a chain that is late shows in which way', async () => {
  const set = (field: string, value: string) =>
    world.database.pool.query(
      `update chain_cursor set ${field} = now() - $2::interval where blockchain = $1`,
      [blockchain, value],
    )
  await report()
  await set('block_time', '10 minutes')
  expect((await viewOf()).state).toBe('Still')
  await mineBlock(world.direct)
  await report()
  expect(await viewOf()).toMatchObject({ state: 'Behind', lagBlocks: 1 })
  expect((await viewOf(directoryOf({ embedded: true }))).state).toBe('Ok')

  await set('seen_at', '2 minutes')
  expect(await viewOf()).toMatchObject({
    state: 'Unread',
    advice: expect.stringContaining('role of the watcher'),
  })
  expect((await viewOf(directoryOf({ pollMs: 60_000 }))).state).not.toBe('Unread')

  await world.database.pool.query('update chain_node set last_error_at = now()')
  expect(await viewOf()).toMatchObject({
    state: 'Unread',
    advice: expect.stringContaining('None of its nodes'),
  })

  const absent = { settings: world.settings[0]!, why: 'unreachable', reason: 'no answer' } as const
  const directory = new ChainDirectory([], [{ ...absent, lastKnown: null }])
  expect(await viewOf(directory)).toMatchObject({ state: 'Absent', reason: 'no answer' })
})
